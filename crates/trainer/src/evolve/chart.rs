//! Small charts as SVG pictures.

use std::fmt::Write as _;

const WIDTH: f64 = 720.0;
const HEIGHT: f64 = 360.0;
const LEFT: f64 = 70.0;
const RIGHT: f64 = 20.0;
const TOP: f64 = 34.0;
const BOTTOM: f64 = 44.0;

/// A point of a series.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Point {
    pub x: f64,
    pub y: f64,
    /// Half the height of its error bar; 0 for none.
    pub margin: f64,
}

/// Points of one kind.
pub(super) struct Series {
    pub name: &'static str,
    pub colour: &'static str,
    pub points: Vec<Point>,
    /// Whether they are joined by a line.
    pub line: bool,
}

/// What is to be drawn.
pub(super) struct Chart {
    pub across: &'static str,
    /// Digits after the point at the left.
    pub digits: usize,
    pub series: Vec<Series>,
}

struct Frame {
    x: [f64; 2],
    y: [f64; 2],
}

impl Frame {
    fn x(&self, x: f64) -> f64 {
        LEFT + (WIDTH - LEFT - RIGHT) * (x - self.x[0]) / (self.x[1] - self.x[0])
    }

    fn y(&self, y: f64) -> f64 {
        TOP + (HEIGHT - TOP - BOTTOM) * (self.y[1] - y) / (self.y[1] - self.y[0])
    }
}

/// The least and the largest, a little apart.
fn range(values: impl Iterator<Item = f64>) -> [f64; 2] {
    let finite = values.filter(|value| value.is_finite());
    let (low, high) = finite.fold((f64::MAX, f64::MIN), |(l, h), v| (l.min(v), h.max(v)));
    let (low, high) = if low > high { (0.0, 1.0) } else { (low, high) };
    let room = ((high - low) * 0.05).max(high.abs() * 1e-3).max(1e-9);
    [low - room, high + room]
}

impl Chart {
    pub fn to_svg(&self) -> String {
        let points = || self.series.iter().flat_map(|series| &series.points);
        let ends = |p: &Point| [p.y - p.margin, p.y + p.margin];
        let frame = Frame { x: range(points().map(|p| p.x)), y: range(points().flat_map(ends)) };
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" \
             font-family=\"sans-serif\" font-size=\"12\">\n\
             <rect width=\"{WIDTH}\" height=\"{HEIGHT}\" fill=\"white\"/>\n"
        );
        self.write_axes(&mut svg, &frame);
        for (number, series) in self.series.iter().enumerate() {
            write_series(&mut svg, &frame, series);
            let x = LEFT + 200.0 * number as f64;
            let _ = writeln!(
                svg,
                "<rect x=\"{x}\" y=\"10\" width=\"12\" height=\"12\" fill=\"{}\"/>\
                 <text x=\"{}\" y=\"20\">{}</text>",
                series.colour,
                x + 16.0,
                series.name
            );
        }
        svg.push_str("</svg>\n");
        svg
    }

    fn write_axes(&self, svg: &mut String, frame: &Frame) {
        for part in [0.0, 0.25, 0.5, 0.75, 1.0] {
            let value = frame.y[0] + (frame.y[1] - frame.y[0]) * part;
            let (y, right) = (frame.y(value), WIDTH - RIGHT);
            let _ = writeln!(
                svg,
                "<line x1=\"{LEFT}\" y1=\"{y:.1}\" x2=\"{right}\" y2=\"{y:.1}\" \
                 stroke=\"#e5e7eb\"/><text x=\"{}\" y=\"{:.1}\" text-anchor=\"end\">{value:.*}</text>",
                LEFT - 6.0,
                y + 4.0,
                self.digits,
            );
            let value = frame.x[0] + (frame.x[1] - frame.x[0]) * part;
            let _ = writeln!(
                svg,
                "<text x=\"{:.1}\" y=\"{}\" text-anchor=\"middle\">{value:.2}</text>",
                frame.x(value),
                HEIGHT - BOTTOM + 18.0,
            );
        }
        let _ = writeln!(
            svg,
            "<text x=\"{}\" y=\"{}\" text-anchor=\"middle\">{}</text>",
            (WIDTH + LEFT) / 2.0,
            HEIGHT - 6.0,
            self.across
        );
    }
}

fn write_series(svg: &mut String, frame: &Frame, series: &Series) {
    let colour = series.colour;
    let finite = |p: &&Point| p.x.is_finite() && p.y.is_finite();
    let places: Vec<(f64, f64, &Point)> =
        series.points.iter().filter(finite).map(|p| (frame.x(p.x), frame.y(p.y), p)).collect();
    if series.line && places.len() > 1 {
        let list: Vec<String> = places.iter().map(|(x, y, _)| format!("{x:.1},{y:.1}")).collect();
        let _ = writeln!(
            svg,
            "<polyline fill=\"none\" stroke=\"{colour}\" stroke-width=\"1.5\" points=\"{}\"/>",
            list.join(" ")
        );
    }
    for (x, y, point) in places {
        if point.margin > 0.0 {
            let ends = [point.y - point.margin, point.y + point.margin].map(|y| frame.y(y));
            let _ = writeln!(
                svg,
                "<line x1=\"{x:.1}\" y1=\"{:.1}\" x2=\"{x:.1}\" y2=\"{:.1}\" stroke=\"{colour}\"/>",
                ends[0], ends[1]
            );
        }
        let _ = writeln!(svg, "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"3.5\" fill=\"{colour}\"/>");
    }
}
