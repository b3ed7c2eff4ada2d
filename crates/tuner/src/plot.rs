//! Plots as SVG pictures.

use std::fmt::Write as _;

const WIDTH: f64 = 720.0;
const HEIGHT: f64 = 380.0;
const LEFT: f64 = 64.0;
const RIGHT: f64 = 20.0;
const TOP: f64 = 56.0;
const BOTTOM: f64 = 46.0;

/// Colours that differ in brightness too.
const COLOURS: [&str; 8] =
    ["#1d4ed8", "#b91c1c", "#15803d", "#a16207", "#7e22ce", "#0e7490", "#be185d", "#374151"];

/// A line of points.
#[derive(Clone, PartialEq, Debug)]
pub struct Series {
    /// What it is.
    pub name: String,
    /// Its points.
    pub points: Vec<(f64, f64)>,
    /// Drawn with gaps: what others found.
    pub dashed: bool,
}

impl Series {
    /// A line of ours.
    pub fn new(name: &str, points: Vec<(f64, f64)>) -> Series {
        Series { name: name.to_owned(), points, dashed: false }
    }

    /// A line of a document.
    pub fn printed(name: &str, points: Vec<(f64, f64)>) -> Series {
        Series { dashed: true, ..Series::new(name, points) }
    }
}

/// A plot.
#[derive(Clone, PartialEq, Debug)]
pub struct Plot {
    /// Its heading.
    pub title: String,
    /// What is across.
    pub across: String,
    /// What is upwards.
    pub upwards: String,
    /// The lines.
    pub series: Vec<Series>,
}

impl Plot {
    /// The picture.
    pub fn svg(&self) -> String {
        let frame = Frame::around(&self.series);
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" \
             font-family=\"sans-serif\" font-size=\"12\" role=\"img\">\n\
             <title>{0}</title><rect width=\"{WIDTH}\" height=\"{HEIGHT}\" fill=\"white\"/>\n\
             <text x=\"{LEFT}\" y=\"18\" font-size=\"14\">{0}</text>\n",
            escape(&self.title)
        );
        self.axes(&mut svg, &frame);
        for (number, series) in self.series.iter().enumerate() {
            let colour = COLOURS[number % COLOURS.len()];
            line(&mut svg, &frame, series, colour);
            let x = LEFT + 160.0 * (number % 4) as f64;
            let y = 34.0 + 15.0 * (number / 4) as f64;
            let _ = writeln!(
                svg,
                "<line x1=\"{x}\" y1=\"{0}\" x2=\"{1}\" y2=\"{0}\" stroke=\"{colour}\" \
                 stroke-width=\"2\"{2}/><text x=\"{3}\" y=\"{4}\">{5}</text>",
                y - 4.0,
                x + 18.0,
                dash(series),
                x + 22.0,
                y,
                escape(&series.name)
            );
        }
        svg.push_str("</svg>\n");
        svg
    }

    fn axes(&self, svg: &mut String, frame: &Frame) {
        for value in ticks(frame.y) {
            let y = frame.up(value);
            let _ = writeln!(
                svg,
                "<line x1=\"{LEFT}\" y1=\"{y:.1}\" x2=\"{}\" y2=\"{y:.1}\" stroke=\"#e5e7eb\"/>\
                 <text x=\"{}\" y=\"{:.1}\" text-anchor=\"end\">{}</text>",
                WIDTH - RIGHT,
                LEFT - 6.0,
                y + 4.0,
                number(value)
            );
        }
        for value in ticks(frame.x) {
            let _ = writeln!(
                svg,
                "<text x=\"{:.1}\" y=\"{}\" text-anchor=\"middle\">{}</text>",
                frame.across(value),
                HEIGHT - BOTTOM + 18.0,
                number(value)
            );
        }
        let middle = TOP + (HEIGHT - TOP - BOTTOM) / 2.0;
        let _ = writeln!(
            svg,
            "<text x=\"{}\" y=\"{}\" text-anchor=\"middle\">{}</text>\
             <text x=\"14\" y=\"{middle}\" text-anchor=\"middle\" \
             transform=\"rotate(-90 14 {middle})\">{}</text>",
            (WIDTH + LEFT) / 2.0,
            HEIGHT - 8.0,
            escape(&self.across),
            escape(&self.upwards)
        );
    }
}

struct Frame {
    x: [f64; 2],
    y: [f64; 2],
}

impl Frame {
    fn around(series: &[Series]) -> Frame {
        let all = || series.iter().flat_map(|series| series.points.iter().copied());
        Frame { x: range(all().map(|point| point.0)), y: range(all().map(|point| point.1)) }
    }

    fn across(&self, x: f64) -> f64 {
        LEFT + (WIDTH - LEFT - RIGHT) * (x - self.x[0]) / (self.x[1] - self.x[0])
    }

    fn up(&self, y: f64) -> f64 {
        TOP + (HEIGHT - TOP - BOTTOM) * (self.y[1] - y) / (self.y[1] - self.y[0])
    }
}

fn range(values: impl Iterator<Item = f64>) -> [f64; 2] {
    let finite = values.filter(|value| value.is_finite());
    let (low, high) = finite.fold((f64::MAX, f64::MIN), |(l, h), v| (l.min(v), h.max(v)));
    let (low, high) = if low > high { (0.0, 1.0) } else { (low, high) };
    let room = ((high - low) * 0.05).max(high.abs() * 1e-3).max(1e-9);
    [low - room, high + room]
}

/// Round numbers inside a range.
fn ticks([low, high]: [f64; 2]) -> Vec<f64> {
    let raw = (high - low) / 6.0;
    let power = 10.0_f64.powf(raw.log10().floor());
    let step = [1.0, 2.0, 5.0, 10.0].into_iter().map(|n| n * power).find(|&step| step >= raw);
    let step = step.unwrap_or(raw);
    let first = (low / step).ceil() as i64;
    (first..).map(|n| n as f64 * step).take_while(|&value| value <= high).take(20).collect()
}

fn number(value: f64) -> String {
    let text = format!("{value:.4}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" { "0".to_owned() } else { text.to_owned() }
}

fn dash(series: &Series) -> &'static str {
    if series.dashed { " stroke-dasharray=\"5 4\"" } else { "" }
}

fn line(svg: &mut String, frame: &Frame, series: &Series, colour: &str) {
    let finite = |point: &&(f64, f64)| point.0.is_finite() && point.1.is_finite();
    let places: Vec<(f64, f64)> =
        series.points.iter().filter(finite).map(|&(x, y)| (frame.across(x), frame.up(y))).collect();
    let list: Vec<String> = places.iter().map(|(x, y)| format!("{x:.1},{y:.1}")).collect();
    let _ = writeln!(
        svg,
        "<polyline fill=\"none\" stroke=\"{colour}\" stroke-width=\"1.8\"{} points=\"{}\"/>",
        dash(series),
        list.join(" ")
    );
    // Many points are a line already.
    if places.len() <= 40 {
        for (x, y) in places {
            let _ =
                writeln!(svg, "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"3\" fill=\"{colour}\"/>");
        }
    }
}

/// A text that stands in a page as it is.
pub fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_plot_is_well_formed_whatever_it_shows() {
        let plot = |series| Plot {
            title: "a < b & c".to_owned(),
            across: "generation".to_owned(),
            upwards: "wrong".to_owned(),
            series,
        };
        let one = Series::new("ours", vec![(0.0, 47.0), (10.0, 40.0), (f64::NAN, 1.0)]);
        for series in [vec![], vec![one.clone()], vec![one, Series::printed("theirs", vec![])]] {
            let svg = plot(series).svg();
            assert!(svg.starts_with("<svg") && svg.trim_end().ends_with("</svg>"));
            assert!(svg.contains("a &lt; b &amp; c") && !svg.contains("NaN"));
        }
        assert_eq!(ticks([0.0, 10.0]), [0.0, 2.0, 4.0, 6.0, 8.0, 10.0]);
        assert_eq!(number(-0.00001), "0");
    }
}
