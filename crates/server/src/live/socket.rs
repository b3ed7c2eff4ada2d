//! The conversation with one tab.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use axum::extract::ws::{CloseFrame, Message, WebSocket, WebSocketUpgrade, close_code};
use axum::extract::{Extension, State};
use axum::response::Response;
use futures_util::{SinkExt, StreamExt, stream::SplitSink};
use library::Id;
use serde_json::json;
use tokio::time::{Instant, timeout};

use super::jobs::Jobs;
use super::messages::Request;
use super::outbox::Outbox;
use crate::app::App;
use crate::error::{ApiError, Code};
use crate::games::shared::SharedGame;
use crate::http::rate::Bucket;
use crate::http::session::{Caller, SocketPlace};
use crate::listen::closed;

/// The largest message a client may send: the longest line of dark chess, with
/// what every flip turned up, takes half of it.
pub const MOST_BYTES: usize = 128 << 10;
/// Analyses are sent at most this often.
const ANALYSIS_EVERY: Duration = Duration::from_millis(100);
/// News of runs are sent at most this often.
const RUNS_EVERY: Duration = Duration::from_millis(400);
/// A client that does not read for so long is gone.
const SEND_PATIENCE: Duration = Duration::from_secs(20);
/// A client that says nothing for so long is asked, and then gone.
const SILENCE: Duration = Duration::from_secs(60);
/// Games one socket may watch.
const MOST_WATCHED: usize = 32;
/// Messages a client may send in a burst, and each second after that.
const BURST: u32 = 60;
const PER_SECOND: u32 = 20;
/// So many refused messages end the conversation.
const MOST_REFUSED: u32 = 200;

/// Opens the socket of a tab.
///
/// # Errors
/// If there are too many sockets.
pub async fn open(
    State(app): State<Arc<App>>,
    Extension(caller): Extension<Caller>,
    upgrade: WebSocketUpgrade,
) -> Result<Response, ApiError> {
    let place = SocketPlace::take(&app, &caller)?;
    let upgrade = upgrade.max_message_size(MOST_BYTES).max_frame_size(MOST_BYTES);
    Ok(upgrade.on_upgrade(move |socket| async move {
        Conversation::new(app, caller.owner).run(socket).await;
        drop(place);
    }))
}

type Sink = SplitSink<WebSocket, Message>;

struct Conversation {
    app: Arc<App>,
    owner: String,
    outbox: Arc<Outbox>,
    jobs: Jobs,
    watched: HashMap<Id, Arc<SharedGame>>,
    bucket: Bucket,
    refused: u32,
    last_analysis: Instant,
    /// Who asked for news of runs: the client's number, and the run whose page is open.
    runs: Option<(i64, Option<String>)>,
    last_runs: Instant,
}

/// Whether a conversation goes on.
enum Next {
    On,
    End,
}

impl Conversation {
    fn new(app: Arc<App>, owner: String) -> Conversation {
        let outbox = Arc::new(Outbox::default());
        Conversation {
            jobs: Jobs::new(Arc::clone(&app), owner.clone(), Arc::clone(&outbox)),
            app,
            owner,
            outbox,
            watched: HashMap::new(),
            bucket: Bucket::new(BURST, PER_SECOND),
            refused: 0,
            last_analysis: Instant::now() - ANALYSIS_EVERY,
            runs: None,
            last_runs: Instant::now() - RUNS_EVERY,
        }
    }

    async fn run(mut self, socket: WebSocket) {
        let (mut sink, mut stream) = socket.split();
        let mut closing = self.app.closing.subscribe();
        let mut last_heard = Instant::now();
        let mut asked = false;
        loop {
            let quiet_until = last_heard + SILENCE / if asked { 1 } else { 2 };
            let analysis_due = self.last_analysis + ANALYSIS_EVERY;
            let runs_due = self.last_runs + RUNS_EVERY;
            let next = tokio::select! {
                biased;
                () = closed(&mut closing) => {
                    let _ = self.send(&mut sink, json!({"type": "shutdown"}).to_string()).await;
                    Next::End
                }
                message = stream.next() => {
                    last_heard = Instant::now();
                    asked = false;
                    match message {
                        Some(Ok(message)) => self.hear(&mut sink, message).await,
                        Some(Err(error)) => self.part(&mut sink, &error).await,
                        None => Next::End,
                    }
                }
                () = self.outbox.ring() => self.deliver(&mut sink).await,
                () = tokio::time::sleep_until(analysis_due), if self.outbox.has_analysis() => {
                    self.deliver(&mut sink).await
                }
                () = tokio::time::sleep_until(runs_due), if self.outbox.has_runs() => {
                    self.deliver(&mut sink).await
                }
                () = tokio::time::sleep_until(quiet_until) => {
                    if asked {
                        Next::End
                    } else {
                        asked = true;
                        self.frame(&mut sink, Message::Ping(Vec::new().into())).await
                    }
                }
            };
            if let Next::End = next {
                break;
            }
        }
        self.jobs.stop_all();
        for game in self.watched.values() {
            game.unwatch(&self.outbox);
        }
        let _ = timeout(Duration::from_secs(1), sink.close()).await;
    }

    /// Tells a client whose message was too large so, that it does not come back
    /// with the same one.
    async fn part(&mut self, sink: &mut Sink, error: &axum::Error) -> Next {
        if error.to_string().contains("too long") {
            let reason = format!("a message has at most {MOST_BYTES} bytes");
            let frame = CloseFrame { code: close_code::SIZE, reason: reason.into() };
            let _ = self.frame(sink, Message::Close(Some(frame))).await;
        }
        Next::End
    }

    async fn hear(&mut self, sink: &mut Sink, message: Message) -> Next {
        let text = match message {
            Message::Text(text) => text,
            Message::Close(_) => return Next::End,
            Message::Ping(_) | Message::Pong(_) => return self.count_ping(),
            Message::Binary(_) => {
                return self
                    .complain(sink, &ApiError::bad("expected JSON text, found bytes"))
                    .await;
            }
        };
        if !self.bucket.take() {
            let error = ApiError::new(Code::TooMany, "too many messages: wait a moment");
            return self.complain(sink, &error).await;
        }
        match serde_json::from_str::<Request>(&text) {
            Ok(request) => match self.carry_out(request).await {
                Ok(()) => self.deliver(sink).await,
                Err((key, error)) => {
                    self.outbox.error(key, None, &error);
                    Next::On
                }
            },
            Err(error) => self.complain(sink, &ApiError::bad(format!("message: {error}"))).await,
        }
    }

    /// Pings are answered below us; too many of them are too many messages.
    fn count_ping(&mut self) -> Next {
        if !self.bucket.take() {
            self.refused += 1;
        }
        if self.refused > MOST_REFUSED { Next::End } else { Next::On }
    }

    /// Refuses a message; a client that never gets one right is sent away.
    async fn complain(&mut self, sink: &mut Sink, error: &ApiError) -> Next {
        self.refused += 1;
        if self.refused > MOST_REFUSED {
            return Next::End;
        }
        self.send(sink, json!({"type": "error", "error": error.json()}).to_string()).await
    }

    async fn carry_out(&mut self, request: Request) -> Result<(), (Option<i64>, ApiError)> {
        match request {
            Request::Watch { id } => self.watch(id).await.map_err(|error| (None, error)),
            Request::Unwatch { id } => {
                if let Ok(id) = id.parse::<Id>()
                    && let Some(game) = self.watched.remove(&id)
                {
                    game.unwatch(&self.outbox);
                }
                Ok(())
            }
            Request::Analyse { key, line, lines, profile } => {
                let started = self.jobs.analyse(key, line, lines, profile).await;
                started.map_err(|error| (Some(key), error))
            }
            Request::Review { key, id, line, budget_ms, profile } => {
                let started = self.jobs.review(key, id, line, budget_ms, profile).await;
                started.map_err(|error| (Some(key), error))
            }
            Request::Runs { key, id } => {
                let runs = crate::api::runs::runs(&self.app).map_err(|error| (Some(key), error))?;
                runs.watch(&self.outbox);
                self.runs = Some((key, id));
                self.outbox.runs_changed();
                Ok(())
            }
            Request::Stop { key } => {
                if self.runs.take_if(|(asked, _)| *asked == key).is_some() {
                    self.app.runs.iter().for_each(|runs| runs.unwatch(&self.outbox));
                }
                self.jobs.stop(key);
                Ok(())
            }
            Request::Ping {} => {
                self.outbox.send(&json!({"type": "pong"}));
                Ok(())
            }
        }
    }

    async fn watch(&mut self, id: String) -> Result<(), ApiError> {
        if self.watched.len() >= MOST_WATCHED {
            let message = format!("{MOST_WATCHED} games watched already");
            return Err(ApiError::new(Code::TooMany, message));
        }
        let owner = self.owner.clone();
        let game = self.app.blocking(move |app| app.games.get(app, &owner, &id)).await?;
        game.watch(&self.outbox);
        self.outbox.game_changed(game.id());
        self.watched.insert(game.id(), game);
        Ok(())
    }

    /// Sends what waits.
    async fn deliver(&mut self, sink: &mut Sink) -> Next {
        let due = self.last_analysis.elapsed() >= ANALYSIS_EVERY;
        let runs_due = self.last_runs.elapsed() >= RUNS_EVERY;
        let waiting = self.outbox.take(due, runs_due);
        if waiting.overflow {
            return Next::End;
        }
        let mut texts: Vec<String> = waiting.messages.into();
        for id in waiting.games {
            if let Some(game) = self.watched.get(&id) {
                let game = Arc::clone(game);
                // The lock of a game is held while the library writes.
                let game = self.app.blocking(move |_| Ok(game.view())).await;
                texts.extend(game.map(|game| json!({"type": "game", "game": game}).to_string()));
            }
        }
        if let Some(analysis) = waiting.analysis {
            self.last_analysis = Instant::now();
            texts.push(analysis);
        }
        if waiting.runs {
            self.last_runs = Instant::now();
            texts.extend(self.news_of_runs().await);
        }
        for text in texts {
            if let Next::End = self.send(sink, text).await {
                return Next::End;
            }
        }
        Next::On
    }

    async fn news_of_runs(&self) -> Option<String> {
        let (key, id) = self.runs.clone()?;
        let owner = self.owner.clone();
        let news = move |app: &Arc<App>| {
            Ok(app.runs.as_ref().map(|runs| runs.news(&owner, id.as_deref())))
        };
        let mut news = self.app.blocking(news).await.ok().flatten()?;
        news["type"] = json!("runs");
        news["key"] = json!(key);
        Some(news.to_string())
    }

    async fn send(&mut self, sink: &mut Sink, text: String) -> Next {
        self.frame(sink, Message::Text(text.into())).await
    }

    async fn frame(&mut self, sink: &mut Sink, message: Message) -> Next {
        match timeout(SEND_PATIENCE, sink.send(message)).await {
            Ok(Ok(())) => Next::On,
            _ => Next::End,
        }
    }
}
