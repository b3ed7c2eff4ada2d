//! The loss over the positions trained on, as numbers and as a picture.

use std::fmt::Write;

/// What one report told.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct CurvePoint {
    /// Positions trained on.
    pub positions: u64,
    /// The learning rate.
    pub rate: f32,
    /// The mean loss since the report before.
    pub training: f64,
    /// The mean loss on the positions held out.
    pub held_out: Option<f64>,
}

/// The losses of a run.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Curve {
    /// One for each report.
    pub points: Vec<CurvePoint>,
    /// The loss of another evaluation on the positions held out.
    pub baseline: Option<f64>,
}

const WIDTH: f64 = 720.0;
const HEIGHT: f64 = 360.0;
const LEFT: f64 = 70.0;
const BOTTOM: f64 = 40.0;
const TOP: f64 = 30.0;
const TRAINING: &str = "#1f6feb";
const HELD_OUT: &str = "#d1570c";
const BASELINE: &str = "#6b7280";

/// How losses and positions become places of the picture.
struct Frame {
    positions: f64,
    low: f64,
    high: f64,
}

impl Frame {
    fn x(&self, positions: f64) -> f64 {
        LEFT + (WIDTH - LEFT - 20.0) * positions / self.positions
    }

    fn y(&self, loss: f64) -> f64 {
        TOP + (HEIGHT - TOP - BOTTOM) * (self.high - loss) / (self.high - self.low)
    }
}

impl Curve {
    /// The curve as an SVG picture.
    pub fn to_svg(&self) -> String {
        let frame = self.frame();
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" \
             font-family=\"sans-serif\" font-size=\"12\">\n\
             <rect width=\"{WIDTH}\" height=\"{HEIGHT}\" fill=\"white\"/>\n"
        );
        write_axes(&mut svg, &frame);
        let training = self.points.iter().map(|p| (p.positions, p.training)).collect();
        let held_out =
            self.points.iter().filter_map(|p| Some((p.positions, p.held_out?))).collect();
        write_line(&mut svg, &frame, training, TRAINING);
        write_line(&mut svg, &frame, held_out, HELD_OUT);
        if let Some(loss) = self.baseline {
            let (x1, x2, y) = (LEFT, WIDTH - 20.0, frame.y(loss));
            let _ = writeln!(
                svg,
                "<line x1=\"{x1}\" y1=\"{y:.1}\" x2=\"{x2}\" y2=\"{y:.1}\" stroke=\"{BASELINE}\" \
                 stroke-dasharray=\"6 4\"/>"
            );
        }
        self.write_legend(&mut svg);
        svg.push_str("</svg>\n");
        svg
    }

    fn frame(&self) -> Frame {
        let of_point = |point: &CurvePoint| [Some(point.training), point.held_out];
        let losses = self.points.iter().flat_map(of_point).chain([self.baseline]).flatten();
        let finite = losses.filter(|loss| loss.is_finite());
        let (low, high) =
            finite.fold((f64::MAX, f64::MIN), |(low, high), loss| (low.min(loss), high.max(loss)));
        let (low, high) = if low > high { (0.0, 1.0) } else { (low, high) };
        let room = ((high - low) * 0.05).max(1e-9);
        let positions = self.points.last().map_or(1, |point| point.positions.max(1));
        Frame { positions: positions as f64, low: low - room, high: high + room }
    }

    fn write_legend(&self, svg: &mut String) {
        let held_out = self.points.iter().any(|point| point.held_out.is_some());
        let entries = [
            (true, TRAINING, "training loss"),
            (held_out, HELD_OUT, "loss on positions held out"),
            (self.baseline.is_some(), BASELINE, "hand-written evaluation"),
        ];
        for (n, (_, colour, text)) in entries.iter().filter(|entry| entry.0).enumerate() {
            let x = LEFT + 190.0 * n as f64;
            let _ = writeln!(
                svg,
                "<rect x=\"{x}\" y=\"8\" width=\"12\" height=\"12\" fill=\"{colour}\"/>\
                 <text x=\"{}\" y=\"18\">{text}</text>",
                x + 16.0
            );
        }
    }
}

fn write_axes(svg: &mut String, frame: &Frame) {
    for n in 0..=4 {
        let part = f64::from(n) / 4.0;
        let loss = frame.low + (frame.high - frame.low) * part;
        let (y, right) = (frame.y(loss), WIDTH - 20.0);
        let _ = writeln!(
            svg,
            "<line x1=\"{LEFT}\" y1=\"{y:.1}\" x2=\"{right}\" y2=\"{y:.1}\" stroke=\"#e5e7eb\"/>\
             <text x=\"{}\" y=\"{:.1}\" text-anchor=\"end\">{loss:.5}</text>",
            LEFT - 6.0,
            y + 4.0
        );
        let positions = frame.positions * part;
        let _ = writeln!(
            svg,
            "<text x=\"{:.1}\" y=\"{}\" text-anchor=\"middle\">{:.1} M</text>",
            frame.x(positions),
            HEIGHT - BOTTOM + 18.0,
            positions / 1e6
        );
    }
    let _ = writeln!(
        svg,
        "<text x=\"{}\" y=\"{}\" text-anchor=\"middle\">positions</text>",
        (WIDTH + LEFT) / 2.0,
        HEIGHT - 6.0
    );
}

fn write_line(svg: &mut String, frame: &Frame, points: Vec<(u64, f64)>, colour: &str) {
    let finite = points.into_iter().filter(|(_, loss)| loss.is_finite());
    let places: Vec<String> = finite
        .map(|(positions, loss)| format!("{:.1},{:.1}", frame.x(positions as f64), frame.y(loss)))
        .collect();
    if !places.is_empty() {
        let _ = writeln!(
            svg,
            "<polyline fill=\"none\" stroke=\"{colour}\" stroke-width=\"1.5\" points=\"{}\"/>",
            places.join(" ")
        );
    }
}
