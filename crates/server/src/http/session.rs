//! Who asks. A browser is known by a signed cookie. On the loopback everything
//! belongs to the one local user and the cookie only tells browsers apart for
//! the limits; beyond it a browser gets its cookie for the token, and sees its
//! own games only.

use std::collections::HashMap;
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::{Duration, Instant};

use axum::http::{HeaderMap, header};
use library::Id;
use sha2::{Digest, Sha256};

use super::rate::Bucket;
use crate::app::App;
use crate::error::{ApiError, Code};

/// The owner of everything on the loopback.
pub const LOCAL: &str = "local";
/// A session that has been silent for so long gives its place away.
const IDLE: Duration = Duration::from_secs(600);
/// Wrong tokens in a burst, and each second after that, from everybody together.
const WRONG_TOKENS: (u32, u32) = (10, 1);

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
    cookie: String,
    most: usize,
    most_sockets: usize,
    rate: (u32, u32),
    known: Mutex<HashMap<Option<Id>, Session>>,
    wrong: Mutex<Bucket>,
}

struct Session {
    bucket: Bucket,
    sockets: usize,
    last: Instant,
}

impl Sessions {
    /// No sessions yet. With a token the cookies outlive the server: they are
    /// signed with it.
    pub fn new(
        token: Option<&str>,
        port: u16,
        most: usize,
        most_sockets: usize,
        rate: (u32, u32),
    ) -> Sessions {
        let key = match token {
            Some(token) => hash(&[b"chuhe cookie", token.as_bytes()]),
            None => hash(&[b"chuhe cookie", &Id::random().bits().to_le_bytes()]),
        };
        Sessions {
            key,
            token: token.map(|token| hash(&[token.as_bytes()])),
            // Cookies know no ports: two servers on one machine must not share one.
            cookie: format!("chuhe_{port}"),
            most,
            most_sockets,
            rate,
            known: Mutex::new(HashMap::new()),
            wrong: Mutex::new(Bucket::new(WRONG_TOKENS.0, WRONG_TOKENS.1)),
        }
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
        match (self.needs_token(), session) {
            (false, session) => Some(Caller { session, owner: LOCAL.to_owned() }),
            (true, Some(id)) => Some(Caller { session: Some(id), owner: format!("s-{id}") }),
            (true, None) => None,
        }
    }

    fn session_of(&self, headers: &HeaderMap) -> Option<Id> {
        let cookies =
            headers.get_all(header::COOKIE).iter().filter_map(|value| value.to_str().ok());
        let pairs = cookies.flat_map(|cookies| cookies.split(';'));
        let found = pairs.filter_map(|pair| pair.trim().split_once('='));
        let value =
            found.filter(|(name, _)| *name == self.cookie).map(|(_, value)| value).next()?;
        let (id, signature) = value.split_once('.')?;
        let id: Id = id.parse().ok()?;
        same(signature.as_bytes(), self.signature(id).as_bytes()).then_some(id)
    }

    fn signature(&self, id: Id) -> String {
        // HMAC (RFC 2104) with SHA-256; the key is shorter than a block.
        let pad = |byte: u8| {
            let mut block = [byte; 64];
            block.iter_mut().zip(self.key).for_each(|(cell, key)| *cell ^= key);
            block
        };
        let inner = hash(&[&pad(0x36), &id.bits().to_le_bytes()]);
        let outer = hash(&[&pad(0x5c), &inner]);
        outer[..16].iter().map(|byte| format!("{byte:02x}")).collect()
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
        let right = self.token.is_some_and(|token| same(&token, &hash(&[text.as_bytes()])));
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
    /// If there were too many, or too many sessions.
    pub fn admit(&self, caller: &Caller) -> Result<(), ApiError> {
        let mut known = self.lock();
        let session = self.enter(&mut known, caller)?;
        session.last = Instant::now();
        if session.bucket.take() {
            return Ok(());
        }
        Err(ApiError::new(Code::TooMany, "too many requests: wait a moment"))
    }

    /// The caller's session, made new if there is a place for it.
    fn enter<'a>(
        &self,
        known: &'a mut HashMap<Option<Id>, Session>,
        caller: &Caller,
    ) -> Result<&'a mut Session, ApiError> {
        if !known.contains_key(&caller.session) && known.len() >= self.most {
            make_room(known);
            if known.len() >= self.most {
                let message = format!("{} sessions already: try again later", self.most);
                return Err(ApiError::new(Code::Busy, message));
            }
        }
        // All clients without a cookie share one bucket, a larger one.
        let share = if caller.session.is_none() { 4 } else { 1 };
        let (burst, per_second) = self.rate;
        Ok(known.entry(caller.session).or_insert_with(|| Session {
            bucket: Bucket::new(burst * share, per_second * share),
            sockets: 0,
            last: Instant::now(),
        }))
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

/// Forgets the session that has been silent longest, if it was long.
fn make_room(known: &mut HashMap<Option<Id>, Session>) {
    let idle = known.iter().filter(|(_, session)| session.sockets == 0);
    let oldest = idle.min_by_key(|(_, session)| session.last);
    let old = oldest.filter(|(_, session)| session.last.elapsed() >= IDLE).map(|(id, _)| *id);
    if let Some(id) = old {
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
        let session = app.sessions.enter(&mut known, caller)?;
        // Clients without a cookie are many behind one name.
        let share = if caller.session.is_none() { 4 } else { 1 };
        let most = app.sessions.most_sockets * share;
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

/// Compares without telling by its time where the difference is.
fn same(a: &[u8], b: &[u8]) -> bool {
    a.len() == b.len() && a.iter().zip(b).fold(0, |difference, (x, y)| difference | (x ^ y)) == 0
}

#[cfg(test)]
mod tests {
    use super::*;

    fn headers(cookie: &str) -> HeaderMap {
        let pair = cookie.split(';').next().unwrap();
        let mut headers = HeaderMap::new();
        headers.insert(header::COOKIE, format!("other=1; {pair}").parse().unwrap());
        headers
    }

    #[test]
    fn a_cookie_is_known_again_and_cannot_be_made_up() {
        let sessions = Sessions::new(Some("a long enough token"), 80, 4, 2, (10, 1));
        let cookie = sessions.new_cookie();
        let caller = sessions.caller(&headers(&cookie)).unwrap();
        assert!(caller.owner.starts_with("s-"));
        let again = Sessions::new(Some("a long enough token"), 80, 4, 2, (10, 1));
        assert_eq!(again.caller(&headers(&cookie)).unwrap().owner, caller.owner);
        let other = Sessions::new(Some("another long token"), 80, 4, 2, (10, 1));
        assert!(other.caller(&headers(&cookie)).is_none());
        for forged in ["chuhe_80=", "chuhe_80=abc.def", &cookie.replace('.', ".0"), "x=y"] {
            assert!(sessions.caller(&headers(forged)).is_none(), "{forged}");
        }
    }

    #[test]
    fn the_loopback_needs_no_token() {
        let sessions = Sessions::new(None, 80, 4, 2, (10, 1));
        assert_eq!(sessions.caller(&HeaderMap::new()).unwrap().owner, LOCAL);
        let known = sessions.caller(&headers(&sessions.new_cookie())).unwrap();
        assert!(known.session.is_some() && known.owner == LOCAL);
    }

    #[test]
    fn tokens_are_checked_and_guessing_is_slow() {
        let sessions = Sessions::new(Some("a long enough token"), 80, 4, 2, (10, 1));
        assert!(sessions.check_token("a long enough token").is_ok());
        let codes: Vec<Code> =
            (0..12).map(|_| sessions.check_token("guess").unwrap_err().code).collect();
        assert_eq!(codes[0], Code::Forbidden);
        assert_eq!(codes[11], Code::TooMany);
        assert!(sessions.check_token("a long enough token").is_ok());
    }

    #[test]
    fn sessions_and_their_requests_are_bounded() {
        let sessions = Sessions::new(None, 80, 2, 2, (3, 1));
        let caller = |id| Caller { session: id, owner: LOCAL.to_owned() };
        let (a, b, c) = (Some(Id::random()), Some(Id::random()), Some(Id::random()));
        assert!((0..3).all(|_| sessions.admit(&caller(a)).is_ok()));
        assert_eq!(sessions.admit(&caller(a)).unwrap_err().code, Code::TooMany);
        assert!(sessions.admit(&caller(b)).is_ok());
        assert_eq!(sessions.admit(&caller(c)).unwrap_err().code, Code::Busy);
        assert_eq!(sessions.len(), 2);
    }
}
