//! Who holds a connection. Anybody may connect, but clients that have not shown a
//! valid cookie share half of all places: the rest is for those who have. Nobody is
//! refused because others are slow: where a share is used up, the connection that
//! has been idle longest makes room. And nobody is refused unheard because others
//! ask much: only few of those without a cookie are worked for at the same time, so
//! there is always somebody idle.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Instant;

use library::Id;

use crate::error::{ApiError, Code};

/// How many connections there may be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shares {
    /// Everybody together.
    pub all: usize,
    /// Those without a valid cookie together.
    pub strangers: usize,
    /// How many of these are worked for at the same time.
    pub at_once: usize,
    /// Those without a valid cookie from one address, this machine's own left out
    /// (a proxy's clients all come from there).
    pub address: usize,
    /// One session.
    pub session: usize,
}

impl Shares {
    /// The shares of so many places.
    pub fn of(all: usize) -> Shares {
        let strangers = (all / 2).max(2);
        let session = (all / 8).max(2);
        let at_once = (strangers / 4).max(1);
        Shares { all, strangers, at_once, address: (strangers / 4).max(1), session }
    }
}

/// All connections.
pub struct Places {
    shares: Shares,
    held: Mutex<Held>,
}

#[derive(Default)]
struct Held {
    connections: HashMap<u64, Connection>,
    next: u64,
}

struct Connection {
    address: IpAddr,
    session: Option<Id>,
    /// Requests that are being worked on.
    busy: usize,
    is_socket: bool,
    /// When it was accepted, or last ended a request.
    since: Instant,
    close: Box<dyn Fn() + Send>,
}

/// A connection's place, given back when dropped.
pub struct Place {
    places: Arc<Places>,
    number: u64,
}

/// A request that is being worked on: its connection is left alone.
pub struct Busy(Arc<Place>);

impl Places {
    /// No connections yet.
    pub fn new(all: usize) -> Arc<Places> {
        Arc::new(Places { shares: Shares::of(all), held: Mutex::default() })
    }

    fn lock(&self) -> MutexGuard<'_, Held> {
        self.held.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }

    /// How many connections there are.
    pub fn len(&self) -> usize {
        self.lock().connections.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// A place for a new connection, which nobody knows yet; `None` if there is
    /// none. `close` is called if it has to make room for another one.
    pub fn enter(
        self: &Arc<Self>,
        address: IpAddr,
        close: impl Fn() + Send + 'static,
    ) -> Option<Place> {
        let mut held = self.lock();
        let from_here = |other: &Connection| other.address == address;
        if !address.is_loopback() && held.strangers(from_here) >= self.shares.address {
            held.close_idlest(from_here)?;
        }
        let full = held.connections.len() >= self.shares.all;
        if full || held.strangers(|_| true) >= self.shares.strangers {
            held.close_idlest(|_| true)?;
        }
        let number = held.next;
        held.next += 1;
        let connection = Connection {
            address,
            session: None,
            busy: 0,
            is_socket: false,
            since: Instant::now(),
            close: Box::new(close),
        };
        held.connections.insert(number, connection);
        Some(Place { places: Arc::clone(self), number })
    }
}

impl Held {
    fn strangers(&self, counted: impl Fn(&Connection) -> bool) -> usize {
        let strangers = self.connections.values().filter(|other| other.session.is_none());
        strangers.filter(|other| counted(other)).count()
    }

    /// Closes the stranger's connection that has been idle longest, sockets last.
    fn close_idlest(&mut self, among: impl Fn(&Connection) -> bool) -> Option<()> {
        let idle = |other: &Connection| other.session.is_none() && other.busy == 0;
        self.close_first(|other| idle(other) && among(other))
    }

    fn close_first(&mut self, among: impl Fn(&Connection) -> bool) -> Option<()> {
        let candidates = self.connections.iter().filter(|(_, other)| among(other));
        let (&number, _) = candidates.min_by_key(|(_, other)| (other.is_socket, other.since))?;
        let connection = self.connections.remove(&number)?;
        (connection.close)();
        Some(())
    }

    /// Makes a connection one of a session; false if the session has its share.
    fn know(&mut self, shares: Shares, number: u64, session: Id) -> bool {
        let strangers = self.strangers(|_| true);
        if self.connections.len() - strangers >= shares.all - shares.strangers {
            // Served all the same, but among the strangers.
            return true;
        }
        let own = |other: &Connection| other.session == Some(session);
        if self.connections.values().filter(|other| own(other)).count() >= shares.session {
            let spare = |other: &Connection| own(other) && !other.is_socket && other.busy == 0;
            if self.close_first(spare).is_none() {
                return false;
            }
        }
        if let Some(connection) = self.connections.get_mut(&number) {
            connection.session = Some(session);
        }
        true
    }
}

impl Place {
    /// A request of a session, or of nobody known, has come on this connection.
    ///
    /// # Errors
    /// If the session has too many connections, all of them in use; or if too many
    /// without a session are being answered.
    pub fn request(self: &Arc<Self>, session: Option<Id>) -> Result<Busy, ApiError> {
        let mut held = self.places.lock();
        let before = held.connections.get(&self.number).and_then(|known| known.session);
        if let Some(session) = session.filter(|_| before.is_none())
            && !held.know(self.places.shares, self.number, session)
        {
            let most = self.places.shares.session;
            let message = format!("{most} connections of this session already: close a tab");
            return Err(ApiError::new(Code::TooMany, message));
        }
        let is_stranger = |held: &Held| {
            held.connections.get(&self.number).is_none_or(|known| known.session.is_none())
        };
        if is_stranger(&held)
            && held.strangers(|other| other.busy > 0) >= self.places.shares.at_once
        {
            let message = "too many connections: try again soon";
            return Err(ApiError::new(Code::Busy, message));
        }
        if let Some(connection) = held.connections.get_mut(&self.number) {
            connection.busy += 1;
        }
        Ok(Busy(Arc::clone(self)))
    }
}

impl Busy {
    /// The connection is a socket from now on.
    pub fn becomes_socket(&self) {
        if let Some(connection) = self.0.places.lock().connections.get_mut(&self.0.number) {
            connection.is_socket = true;
        }
    }
}

impl Drop for Busy {
    fn drop(&mut self) {
        if let Some(connection) = self.0.places.lock().connections.get_mut(&self.0.number) {
            connection.busy = connection.busy.saturating_sub(1);
            connection.since = Instant::now();
        }
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        self.places.lock().connections.remove(&self.number);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicUsize, Ordering};

    const PHONE: IpAddr = IpAddr::V4(std::net::Ipv4Addr::new(192, 0, 2, 7));
    const THIEF: IpAddr = IpAddr::V4(std::net::Ipv4Addr::new(192, 0, 2, 66));

    /// 32 places: 16 for strangers, 4 of one address, 4 worked for, 4 of a session.
    fn places() -> Arc<Places> {
        Places::new(32)
    }

    struct Guest {
        place: Arc<Place>,
        closed: Arc<AtomicUsize>,
    }

    impl Guest {
        fn is_closed(&self) -> bool {
            self.closed.load(Ordering::Relaxed) > 0
        }
    }

    fn guest(places: &Arc<Places>, address: IpAddr) -> Option<Guest> {
        let closed = Arc::new(AtomicUsize::new(0));
        let count = Arc::clone(&closed);
        let close = move || {
            count.fetch_add(1, Ordering::Relaxed);
        };
        places.enter(address, close).map(|place| Guest { place: Arc::new(place), closed })
    }

    #[test]
    fn the_idlest_stranger_makes_room_and_no_member_does() {
        let places = places();
        let member = guest(&places, PHONE).unwrap();
        drop(member.place.request(Some(Id::random())).unwrap());
        let local = IpAddr::V4(std::net::Ipv4Addr::LOCALHOST);
        let strangers: Vec<Guest> = (0..28).map(|_| guest(&places, local).unwrap()).collect();
        assert!(strangers[..12].iter().all(Guest::is_closed));
        assert!(!strangers[12..].iter().any(Guest::is_closed) && !member.is_closed());
        assert_eq!(places.len(), 17);
    }

    #[test]
    fn an_address_has_its_share_of_strangers() {
        let places = places();
        let phone = guest(&places, PHONE).unwrap();
        let thieves: Vec<Guest> = (0..30).map(|_| guest(&places, THIEF).unwrap()).collect();
        assert_eq!(thieves.iter().filter(|thief| !thief.is_closed()).count(), 4);
        assert!(!phone.is_closed());
    }

    #[test]
    fn whoever_is_being_answered_stays_and_members_are_always_heard() {
        let places = places();
        let local = IpAddr::V4(std::net::Ipv4Addr::LOCALHOST);
        let guests: Vec<Guest> = (0..16).map(|_| guest(&places, local).unwrap()).collect();
        let asked: Vec<Option<Busy>> =
            guests.iter().map(|guest| guest.place.request(None).ok()).collect();
        assert_eq!(asked.iter().flatten().count(), 4, "the others are told to come again");
        let member = guest(&places, local).unwrap();
        assert!(!guests[..4].iter().any(Guest::is_closed) && guests[4].is_closed());
        assert!(member.place.request(Some(Id::random())).is_ok());
    }

    #[test]
    fn a_session_has_its_share_and_gives_up_its_own_idle_ones_first() {
        let places = places();
        let session = Some(Id::random());
        let tab = |number: usize| {
            let guest = guest(&places, PHONE).unwrap();
            let busy = guest.place.request(session).unwrap();
            if number < 3 {
                busy.becomes_socket();
            }
            drop(busy);
            guest
        };
        let tabs: Vec<Guest> = (0..4).map(tab).collect();
        let fifth = guest(&places, PHONE).unwrap();
        let busy = fifth.place.request(session).unwrap();
        assert!(tabs[3].is_closed() && !tabs[0].is_closed());
        let sixth = guest(&places, PHONE).unwrap();
        let refused = sixth.place.request(session).err().map(|error| error.code);
        assert_eq!(refused, Some(Code::TooMany));
        drop(busy);
    }

    #[test]
    fn members_beyond_their_places_are_served_among_the_strangers() {
        let places = places();
        let members: Vec<Guest> = (0..30)
            .map(|_| {
                let guest = guest(&places, IpAddr::V4(std::net::Ipv4Addr::LOCALHOST)).unwrap();
                drop(guest.place.request(Some(Id::random())).unwrap());
                guest
            })
            .collect();
        assert!(!members.iter().any(Guest::is_closed));
        let more: Vec<Guest> = (0..30).map(|_| guest(&places, PHONE).unwrap()).collect();
        assert!(!members[..16].iter().any(Guest::is_closed));
        drop(more);
        drop(members);
        assert!(places.is_empty());
    }
}
