//! Chosen games in the order in which a list shows them.

use std::cmp::Ordering;
use std::collections::HashMap;

use super::Archive;
use crate::LibraryError;

/// By what games are put in order.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Order {
    /// As they were added.
    #[default]
    Added,
    /// By date; unknown dates come first.
    Date,
    /// By red's name, as it is compared.
    Red,
    /// By black's name.
    Black,
    /// By the event's name.
    Event,
    /// By length.
    Plies,
    /// By opening.
    Opening,
    /// By result.
    Result,
}

impl Order {
    /// Every order.
    pub const ALL: [Order; 8] = [
        Order::Added,
        Order::Date,
        Order::Red,
        Order::Black,
        Order::Event,
        Order::Plies,
        Order::Opening,
        Order::Result,
    ];

    /// The word for programs.
    pub const fn name(self) -> &'static str {
        match self {
            Order::Added => "added",
            Order::Date => "date",
            Order::Red => "red",
            Order::Black => "black",
            Order::Event => "event",
            Order::Plies => "plies",
            Order::Opening => "opening",
            Order::Result => "result",
        }
    }

    /// The order of a word.
    pub fn of_name(name: &str) -> Option<Order> {
        Order::ALL.into_iter().find(|order| order.name() == name)
    }

    /// The column, and the table whose names it stands for.
    const fn column(self) -> (&'static str, Option<&'static str>) {
        match self {
            Order::Added => ("id", None),
            Order::Date => ("date", None),
            Order::Red => ("red", Some("players")),
            Order::Black => ("black", Some("players")),
            Order::Event => ("event", Some("events")),
            Order::Plies => ("plies", None),
            Order::Opening => ("opening", None),
            Order::Result => ("result", None),
        }
    }
}

impl Archive {
    /// Puts ids, given in their own order, in another one; games that are equal stay in
    /// the order of their ids.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn put_in_order(
        &self,
        ids: Vec<u32>,
        order: Order,
        descending: bool,
    ) -> Result<Vec<u32>, LibraryError> {
        if order == Order::Added {
            return Ok(if descending { ids.into_iter().rev().collect() } else { ids });
        }
        let ranks = self.ranks(order)?;
        let rank = |id: &u32| ranks.get(*id as usize).copied().unwrap_or_default();
        let mut ids = ids;
        ids.sort_by(|one, two| {
            let by_rank: Ordering = rank(one).cmp(&rank(two));
            if descending { by_rank.reverse() } else { by_rank }
        });
        Ok(ids)
    }

    /// By id, the place of every game in an order.
    fn ranks(&self, order: Order) -> Result<Vec<u32>, LibraryError> {
        let (column, names) = order.column();
        self.read(|connection| {
            let of_name = match names {
                None => None,
                Some(table) => {
                    let sql = format!("SELECT id FROM {table} ORDER BY folded");
                    let mut statement = connection.prepare(&sql)?;
                    let ids = statement.query_map([], |row| row.get::<_, u32>(0))?;
                    let ranks = ids.zip(1..).map(|(id, rank)| Ok((id?, rank)));
                    Some(ranks.collect::<rusqlite::Result<HashMap<u32, u32>>>()?)
                }
            };
            let mut ranks = Vec::new();
            let mut statement = connection.prepare(&format!("SELECT id, {column} FROM games"))?;
            let mut rows = statement.query([])?;
            while let Some(row) = rows.next()? {
                let (id, value): (u32, u32) = (row.get(0)?, row.get(1)?);
                let id = id as usize;
                if ranks.len() <= id {
                    ranks.resize(id + 1, 0);
                }
                ranks[id] = match &of_name {
                    None => value,
                    Some(names) => names.get(&value).copied().unwrap_or_default(),
                };
            }
            Ok(ranks)
        })
    }
}
