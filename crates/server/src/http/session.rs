//! Who asks. A browser is known by a signed cookie, which tells browsers apart
//! for the limits. On the loopback everything belongs to the one local user;
//! where a token is needed, everything belongs to whoever knows the token, from
//! whichever browser and through whichever port.

use std::collections::HashMap;
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Instant;

use axum::http::{HeaderMap, header};
use hmac::{Hmac, KeyInit as _, Mac as _};
use library::Id;
use sha2::{Digest as _, Sha256};
use subtle::ConstantTimeEq as _;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use super::rate::Bucket;
use crate::app::App;
use crate::error::{ApiError, Code};

/// The owner of everything on the loopback.
pub const LOCAL: &str = "local";
/// Owners of the time when each browser had its own games began so.
pub const OF_BROWSERS: &str = "s-";
/// Wrong tokens in a burst, and each second after that, from everybody together.
const WRONG_TOKENS: (u32, u32) = (10, 1);
/// Requests of a session that are worked on at the same time, as many as a
/// browser asks at once; more wait.
const AT_ONCE: usize = 6;
/// Clients without a cookie are many behind one name.
const SHARE_OF_MANY: usize = 4;
/// Bytes of a cookie's signature.
const SIGNATURE: usize = 16;

/// Who asks.
#[derive(Clone, Debug)]
pub struct Caller {
    /// The session; `None` if the client keeps no cookie.
    pub session: Option<Id>,
    /// Whose games it sees.
    pub owner: String,
}

/// The sessions the server knows.
pub struct Sessions {
    key: [u8; 32],
    token: Option<[u8; 32]>,
    owner: String,
    cookie: String,
    limits: Limits,
    known: Mutex<HashMap<Option<Id>, Session>>,
    wrong: Mutex<Bucket>,
}

/// How much there may be of everything.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Sessions remembered at the same time.
    pub sessions: usize,
    /// Sockets of one session.
    pub sockets: usize,
    /// Requests of a session in a burst, and each second after that.
    pub rate: (u32, u32),
}

struct Session {
    bucket: Bucket,
    turns: Arc<Semaphore>,
    sockets: usize,
    last: Instant,
}

impl Sessions {
    /// No sessions yet. With a token the cookies outlive the server: they are
    /// signed with it.
    pub fn new(token: Option<&str>, limits: Limits) -> Sessions {
        let key = match token {
            Some(token) => hash(&[b"chuhe cookie", token.as_bytes()]),
            None => hash(&[b"chuhe cookie", &Id::random().bits().to_le_bytes()]),
        };
        let of_token = |what: &[u8], bytes: usize| hex(&mac(&key, what).into_bytes()[..bytes]);
        Sessions {
            key,
            token: token.map(|token| hash(&[token.as_bytes()])),
            owner: token.map_or(LOCAL.to_owned(), |_| format!("t-{}", of_token(b"owner", 16))),
            // Cookies know no ports: servers with different tokens on one machine
            // must not overwrite each other's, those with the same token share one.
            cookie: token.map_or("chuhe".to_owned(), |_| format!("chuhe_{}", of_token(b"name", 4))),
            limits,
            known: Mutex::new(HashMap::new()),
            wrong: Mutex::new(Bucket::new(WRONG_TOKENS.0, WRONG_TOKENS.1)),
        }
    }

    /// Whose games everybody sees who may come in.
    pub fn owner(&self) -> &str {
        &self.owner
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<Option<Id>, Session>> {
        self.known.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }

    /// Whether only who knows the token may come in.
    pub fn needs_token(&self) -> bool {
        self.token.is_some()
    }

    /// Who asks, by the cookie; `None` if a token is needed first.
    pub fn caller(&self, headers: &HeaderMap) -> Option<Caller> {
        let session = self.session_of(headers);
        if self.needs_token() && session.is_none() {
            return None;
        }
        Some(Caller { session, owner: self.owner.clone() })
    }

    fn session_of(&self, headers: &HeaderMap) -> Option<Id> {
        let cookies =
            headers.get_all(header::COOKIE).iter().filter_map(|value| value.to_str().ok());
        let pairs = cookies.flat_map(|cookies| cookies.split(';'));
        let found = pairs.filter_map(|pair| pair.trim().split_once('='));
        // Earlier cookies had the port in their name; the signature decides.
        let ours = |name: &str| name == self.cookie || name.starts_with("chuhe_");
        found.filter(|(name, _)| ours(name)).find_map(|(_, value)| self.signed(value))
    }

    /// The name in a cookie's value, if the signature is ours.
    fn signed(&self, value: &str) -> Option<Id> {
        let (id, signature) = value.split_once('.')?;
        let id: Id = id.parse().ok()?;
        let right = self.signature(id);
        bool::from(signature.as_bytes().ct_eq(right.as_bytes())).then_some(id)
    }

    fn signature(&self, id: Id) -> String {
        hex(&mac(&self.key, &id.bits().to_le_bytes()).into_bytes()[..SIGNATURE])
    }

    /// The header that gives a browser a new cookie.
    pub fn new_cookie(&self) -> String {
        let id = Id::random();
        format!(
            "{}={id}.{}; Path=/; HttpOnly; SameSite=Strict; Max-Age=31536000",
            self.cookie,
            self.signature(id)
        )
    }

    /// Whether a text is the token.
    ///
    /// # Errors
    /// If it is not, or too many wrong ones have come.
    pub fn check_token(&self, text: &str) -> Result<(), ApiError> {
        let given = hash(&[text.as_bytes()]);
        let right = self.token.is_some_and(|token| token.ct_eq(&given).into());
        if right {
            return Ok(());
        }
        let mut wrong = self.wrong.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        if wrong.take() {
            Err(ApiError::new(Code::Forbidden, "that is not the token"))
        } else {
            Err(ApiError::new(Code::TooMany, "too many wrong tokens: wait a while"))
        }
    }

    /// Counts a request.
    ///
    /// # Errors
    /// If there were too many.
    pub fn admit(&self, caller: &Caller) -> Result<(), ApiError> {
        let mut known = self.lock();
        let session = self.enter(&mut known, caller);
        session.last = Instant::now();
        if session.bucket.take() {
            return Ok(());
        }
        Err(ApiError::new(Code::TooMany, "too many requests: wait a moment"))
    }

    /// Waits until few enough requests of the session are worked on: whoever asks
    /// much at once waits for himself.
    pub async fn turn(&self, caller: &Caller) -> Option<OwnedSemaphorePermit> {
        let turns = Arc::clone(&self.enter(&mut self.lock(), caller).turns);
        turns.acquire_owned().await.ok()
    }

    /// The caller's session. A new one takes the place of the one that has been
    /// silent longest: cookies cost nothing, so many of them keep nobody out.
    fn enter<'a>(
        &self,
        known: &'a mut HashMap<Option<Id>, Session>,
        caller: &Caller,
    ) -> &'a mut Session {
        if !known.contains_key(&caller.session) && known.len() >= self.limits.sessions {
            make_room(known);
        }
        let share = share(caller);
        let (burst, per_second) = self.limits.rate;
        known.entry(caller.session).or_insert_with(|| Session {
            bucket: Bucket::new(burst * share as u32, per_second * share as u32),
            turns: Arc::new(Semaphore::new(AT_ONCE * share)),
            sockets: 0,
            last: Instant::now(),
        })
    }

    /// How many sessions are known.
    pub fn len(&self) -> usize {
        self.lock().len()
    }

    /// Whether nobody was here yet.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// How many ordinary sessions a caller counts as.
fn share(caller: &Caller) -> usize {
    if caller.session.is_none() { SHARE_OF_MANY } else { 1 }
}

/// Forgets the session that has been silent longest, one without sockets if
/// there is one. Nothing is lost with it but its counters.
fn make_room(known: &mut HashMap<Option<Id>, Session>) {
    let oldest = known.iter().min_by_key(|(_, session)| (session.sockets > 0, session.last));
    if let Some(id) = oldest.map(|(id, _)| *id) {
        known.remove(&id);
    }
}

/// A place for a socket, given back when dropped.
pub struct SocketPlace {
    app: Arc<App>,
    session: Option<Id>,
}

impl SocketPlace {
    /// Takes a place.
    ///
    /// # Errors
    /// If the session has too many sockets.
    pub fn take(app: &Arc<App>, caller: &Caller) -> Result<SocketPlace, ApiError> {
        if app.sockets.load(Ordering::Relaxed) >= app.config.max_connections {
            return Err(ApiError::new(Code::Busy, "too many sockets: try again soon"));
        }
        let mut known = app.sessions.lock();
        let session = app.sessions.enter(&mut known, caller);
        let most = app.sessions.limits.sockets * share(caller);
        if session.sockets >= most {
            let message = format!("{most} sockets already: close a tab");
            return Err(ApiError::new(Code::TooMany, message));
        }
        session.sockets += 1;
        app.sockets.fetch_add(1, Ordering::Relaxed);
        Ok(SocketPlace { app: Arc::clone(app), session: caller.session })
    }
}

impl Drop for SocketPlace {
    fn drop(&mut self) {
        self.app.sockets.fetch_sub(1, Ordering::Relaxed);
        if let Some(session) = self.app.sessions.lock().get_mut(&self.session) {
            session.sockets = session.sockets.saturating_sub(1);
            session.last = Instant::now();
        }
    }
}

fn hash(parts: &[&[u8]]) -> [u8; 32] {
    let mut hasher = Sha256::new();
    for part in parts {
        hasher.update(part);
    }
    hasher.finalize().into()
}

fn mac(key: &[u8; 32], message: &[u8]) -> hmac::digest::CtOutput<Hmac<Sha256>> {
    let mut mac = Hmac::<Sha256>::new_from_slice(key).expect("a key may have any length");
    mac.update(message);
    mac.finalize()
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const TOKEN: &str = "a long enough token";

    fn remembering_two(token: Option<&str>) -> Sessions {
        Sessions::new(token, Limits { sessions: 2, sockets: 2, rate: (3, 1) })
    }

    fn headers(cookie: &str) -> HeaderMap {
        let pair = cookie.split(';').next().unwrap();
        let mut headers = HeaderMap::new();
        headers.insert(header::COOKIE, format!("other=1; {pair}").parse().unwrap());
        headers
    }

    #[test]
    fn a_cookie_is_known_again_and_cannot_be_made_up() {
        let sessions = remembering_two(Some(TOKEN));
        let cookie = sessions.new_cookie();
        let caller = sessions.caller(&headers(&cookie)).unwrap();
        let again = remembering_two(Some(TOKEN));
        assert_eq!(again.caller(&headers(&cookie)).unwrap().session, caller.session);
        let other = remembering_two(Some("another long token"));
        assert!(other.caller(&headers(&cookie)).is_none());
        for forged in ["chuhe=", "chuhe_80=abc.def", &cookie.replace('.', ".0"), "x=y"] {
            assert!(sessions.caller(&headers(forged)).is_none(), "{forged}");
        }
    }

    #[test]
    fn a_token_has_one_owner_whatever_the_cookie() {
        let server = remembering_two(Some(TOKEN));
        let (first, second) = (server.new_cookie(), server.new_cookie());
        assert_ne!(first, second);
        let owner = |cookie: &str| server.caller(&headers(cookie)).unwrap().owner;
        assert_eq!(owner(&first), owner(&second));
        assert!(owner(&first).starts_with("t-"));
        assert_ne!(owner(&first), remembering_two(Some("another long token")).owner());
        // Two servers with different tokens on one machine keep two cookies.
        let name = |cookie: String| cookie.split('=').next().unwrap().to_owned();
        assert_ne!(name(first), name(remembering_two(Some("another long token")).new_cookie()));
    }

    #[test]
    fn cookies_named_after_a_port_are_still_known() {
        let server = remembering_two(Some(TOKEN));
        let cookie = server.new_cookie();
        let old = format!("chuhe_8688={}", cookie.split_once('=').unwrap().1);
        assert!(server.caller(&headers(&old)).is_some());
        // As the first Chuhe signed it, by RFC 2104 written out.
        let id = Id::random();
        let pad = |byte: u8| {
            let mut block = [byte; 64];
            block.iter_mut().zip(server.key).for_each(|(cell, key)| *cell ^= key);
            block
        };
        let inner = hash(&[&pad(0x36), &id.bits().to_le_bytes()]);
        let outer = hash(&[&pad(0x5c), &inner]);
        assert_eq!(server.signature(id), hex(&outer[..16]));
    }

    #[test]
    fn the_loopback_needs_no_token() {
        let sessions = remembering_two(None);
        assert_eq!(sessions.caller(&HeaderMap::new()).unwrap().owner, LOCAL);
        let known = sessions.caller(&headers(&sessions.new_cookie())).unwrap();
        assert!(known.session.is_some() && known.owner == LOCAL);
    }

    #[test]
    fn tokens_are_checked_and_guessing_is_slow() {
        let sessions = remembering_two(Some(TOKEN));
        assert!(sessions.check_token(TOKEN).is_ok());
        let codes: Vec<Code> =
            (0..12).map(|_| sessions.check_token("guess").unwrap_err().code).collect();
        assert_eq!(codes[0], Code::Forbidden);
        assert_eq!(codes[11], Code::TooMany);
        assert!(sessions.check_token(TOKEN).is_ok());
    }

    #[test]
    fn many_cookies_keep_nobody_out() {
        let sessions = remembering_two(None);
        let caller = |id| Caller { session: id, owner: LOCAL.to_owned() };
        let (a, b, c) = (Some(Id::random()), Some(Id::random()), Some(Id::random()));
        assert!((0..3).all(|_| sessions.admit(&caller(a)).is_ok()));
        assert_eq!(sessions.admit(&caller(a)).unwrap_err().code, Code::TooMany);
        assert!(sessions.admit(&caller(b)).is_ok());
        assert!(sessions.admit(&caller(c)).is_ok(), "one more than there are places");
        assert_eq!(sessions.len(), 2);
        // Who has a socket open keeps its place.
        sessions.lock().get_mut(&b).unwrap().sockets = 1;
        assert!(sessions.admit(&caller(a)).is_ok());
        assert!(sessions.lock().contains_key(&b) && !sessions.lock().contains_key(&c));
    }

    #[test]
    fn a_session_waits_for_itself_only() {
        let sessions = remembering_two(None);
        let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
        runtime.block_on(async {
            let [eager, calm] =
                [(); 2].map(|()| Caller { session: Some(Id::random()), owner: LOCAL.to_owned() });
            let mut held = Vec::new();
            for _ in 0..AT_ONCE {
                held.push(sessions.turn(&eager).await);
            }
            let mut waiting = Box::pin(sessions.turn(&eager));
            let mut context = std::task::Context::from_waker(std::task::Waker::noop());
            assert!(waiting.as_mut().poll(&mut context).is_pending());
            assert!(sessions.turn(&calm).await.is_some());
            held.pop();
            assert!(waiting.await.is_some());
        });
    }
}
