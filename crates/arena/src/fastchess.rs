//! fastchess and cutechess spellings of `chuhe match`, turned into ours.

/// Rewrites `chuhe match -engine cmd=a name=b -each tc=1+0.1 -rounds 5` into our
/// own spelling; anything without such options is left as it is.
pub fn translate(arguments: Vec<String>) -> Vec<String> {
    let is_match = arguments.get(1).is_some_and(|word| word == "match");
    if !is_match || !arguments.iter().skip(2).any(|word| is_foreign(word)) {
        return arguments;
    }
    let mut out: Vec<String> = arguments[..2].to_vec();
    let mut rounds = None;
    let mut games_each_round = 2;
    let mut words = arguments[2..].iter().peekable();
    while let Some(word) = words.next() {
        if !is_foreign(word) {
            out.push(word.clone());
            continue;
        }
        let mut values = Vec::new();
        while let Some(value) = words.next_if(|next| !next.starts_with('-')) {
            values.push(value.clone());
        }
        match word.as_str() {
            "-rounds" => rounds = values.first().and_then(|value| value.parse::<u32>().ok()),
            "-games" => {
                games_each_round = values.first().and_then(|value| value.parse().ok()).unwrap_or(2);
            }
            _ => option(&mut out, word, &values),
        }
    }
    if let Some(rounds) = rounds {
        out.extend(["--games".to_owned(), rounds.saturating_mul(games_each_round).to_string()]);
    } else if games_each_round != 2 {
        out.extend(["--games".to_owned(), games_each_round.to_string()]);
    }
    out
}

/// A word with one dash: none of our own options has a short form but -h and -V.
fn is_foreign(word: &str) -> bool {
    word.len() > 2 && word.starts_with('-') && !word.starts_with("--")
}

fn option(out: &mut Vec<String>, word: &str, values: &[String]) {
    let mut push = |name: &str, value: String| out.extend([name.to_owned(), value]);
    let first = || values.first().cloned().unwrap_or_default();
    match word {
        "-engine" => push("--engine", engine_text(values)),
        "-each" => push("--each", engine_text(values)),
        "-sprt" => push("--sprt", values.join(",")),
        "-concurrency" => push("--concurrency", first()),
        "-srand" | "-seed" => push("--seed", first()),
        "-event" => push("--event", values.join(" ")),
        "-tournament" => push("--format", first()),
        "-maxmoves" => {
            let plies = first()
                .parse::<u32>()
                .map_or_else(|_| first(), |moves| moves.saturating_mul(2).to_string());
            push("--max-plies", plies);
        }
        "-resign" | "-draw" => push(&format!("-{word}"), values.join(",")),
        "-openings" => openings(out, values),
        // Pairs, recovery and records are always on here.
        "-repeat" | "-recover" | "-pgnout" | "-ratinginterval" | "-scoreinterval" | "-wait"
        | "-log" => {}
        // Ours in all but the dash, or unknown: let the parser explain it.
        _ => {
            out.push(format!("-{word}"));
            out.extend(values.iter().cloned());
        }
    }
}

/// `cmd=a "args=b c" option.Hash=16 proto=uci timemargin=50` as one list.
fn engine_text(values: &[String]) -> String {
    let known: Vec<String> = values
        .iter()
        .filter(|value| !value.starts_with("timemargin="))
        .map(|value| match value.split_once('=') {
            Some((key, text)) if text.contains([',', ' ', '"']) => {
                format!("{key}=\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
            }
            _ => value.clone(),
        })
        .collect();
    known.join(",")
}

fn openings(out: &mut Vec<String>, values: &[String]) {
    for value in values {
        match value.split_once('=') {
            Some(("file", file)) => out.extend(["--openings".to_owned(), file.to_owned()]),
            Some(("order", "random")) => out.push("--shuffle".to_owned()),
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::translate;

    fn check(foreign: &str, ours: &str) {
        let words = |text: &str| text.split(' ').map(str::to_owned).collect::<Vec<_>>();
        assert_eq!(translate(words(foreign)), words(ours));
    }

    #[test]
    fn fastchess_becomes_ours() {
        check(
            "chuhe match -engine cmd=a name=A option.Hash=16 -engine cmd=b -each tc=10+0.1 proto=uci -rounds 5 -repeat -concurrency 2",
            "chuhe match --engine cmd=a,name=A,option.Hash=16 --engine cmd=b --each tc=10+0.1,proto=uci --concurrency 2 --games 10",
        );
        check(
            "chuhe match -engine cmd=a -engine cmd=b -sprt elo0=0 elo1=5 alpha=0.05 beta=0.05 -openings file=book.epd format=epd order=random -resign movecount=3 score=400",
            "chuhe match --engine cmd=a --engine cmd=b --sprt elo0=0,elo1=5,alpha=0.05,beta=0.05 --openings book.epd --shuffle --resign movecount=3,score=400",
        );
    }

    #[test]
    fn our_own_spelling_is_left_alone() {
        check(
            "chuhe match --engine cmd=a,name=x --games 4",
            "chuhe match --engine cmd=a,name=x --games 4",
        );
        check("chuhe show -h", "chuhe show -h");
    }
}
