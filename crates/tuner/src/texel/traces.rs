//! Traced positions, close together in memory.

/// No parameter.
pub const NONE: u16 = u16::MAX;

/// What a position's value is made of.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Head {
    /// The value at the traced values, for the side to move.
    pub value: f32,
    /// Weights of opening, middlegame and endgame, with the sign of the side to move
    /// and what theory leaves of a score.
    pub weights: [f32; 3],
    /// What the position promises, 0 to 1 for the side to move.
    pub target: f32,
}

/// A position: head, counts, slopes.
type Parts<'a> = (&'a Head, &'a [(u16, i16)], &'a [(u16, f32)]);

/// Traces of many positions.
///
/// The value of a position under a genome p, traced at p₀, is
/// `value + Σ count · (weights · (p − p₀) of the feature's three parameters) +
/// Σ slope · (p − p₀)`.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Traces {
    /// By feature: the genes of opening, middlegame and endgame.
    pub features: Vec<[u16; 3]>,
    heads: Vec<Head>,
    counts: Vec<(u16, i16)>,
    slopes: Vec<(u16, f32)>,
    ends: Vec<(u32, u32)>,
}

impl Traces {
    /// Nothing traced yet.
    pub fn new(features: Vec<[u16; 3]>) -> Traces {
        Traces { features, ..Traces::default() }
    }

    /// How many positions there are.
    pub fn len(&self) -> usize {
        self.heads.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.heads.is_empty()
    }

    /// Bytes in memory.
    pub fn bytes(&self) -> usize {
        self.heads.len() * (size_of::<Head>() + 8) + self.counts.len() * 4 + self.slopes.len() * 8
    }

    /// One position more.
    pub fn push(
        &mut self,
        head: Head,
        counts: impl IntoIterator<Item = (u16, i16)>,
        slopes: impl IntoIterator<Item = (u16, f32)>,
    ) {
        self.heads.push(head);
        self.counts.extend(counts.into_iter().filter(|&(_, count)| count != 0));
        self.slopes.extend(slopes.into_iter().filter(|&(_, slope)| slope != 0.0));
        self.ends.push((self.counts.len() as u32, self.slopes.len() as u32));
    }

    /// Takes over the positions of another list of the same features.
    pub fn append(&mut self, other: Traces) {
        let (counts, slopes) = (self.counts.len() as u32, self.slopes.len() as u32);
        self.heads.extend(other.heads);
        self.counts.extend(other.counts);
        self.slopes.extend(other.slopes);
        self.ends.extend(other.ends.into_iter().map(|(c, s)| (c + counts, s + slopes)));
    }

    /// The position's promise.
    pub fn target(&self, position: usize) -> f32 {
        self.heads[position].target
    }

    fn parts(&self, position: usize) -> Parts<'_> {
        let (counts_end, slopes_end) = self.ends[position];
        let (counts, slopes) = if position == 0 { (0, 0) } else { self.ends[position - 1] };
        (
            &self.heads[position],
            &self.counts[counts as usize..counts_end as usize],
            &self.slopes[slopes as usize..slopes_end as usize],
        )
    }

    /// The changes of each feature's three parameters.
    pub fn deltas(&self, change: &[f32]) -> Vec<[f32; 3]> {
        let delta = |gene: u16| change.get(usize::from(gene)).copied().unwrap_or(0.0);
        self.features.iter().map(|genes| genes.map(delta)).collect()
    }

    /// The value of a position; `change` is p − p₀ and `deltas` made of it.
    #[inline]
    pub fn value(&self, position: usize, change: &[f32], deltas: &[[f32; 3]]) -> f32 {
        let (head, counts, slopes) = self.parts(position);
        let mut sums = [0.0_f32; 3];
        for &(feature, count) in counts {
            let delta = deltas[usize::from(feature)];
            let count = f32::from(count);
            for (sum, delta) in sums.iter_mut().zip(delta) {
                *sum += count * delta;
            }
        }
        let sloped: f32 =
            slopes.iter().map(|&(gene, slope)| slope * change[usize::from(gene)]).sum();
        let blended: f32 = sums.iter().zip(head.weights).map(|(sum, weight)| sum * weight).sum();
        head.value + blended + sloped
    }

    /// Adds a position's gradient times a factor: by feature and phase, and by gene.
    #[inline]
    pub fn add_gradient(
        &self,
        position: usize,
        factor: f32,
        features: &mut [[f64; 3]],
        genes: &mut [f64],
    ) {
        let (head, counts, slopes) = self.parts(position);
        let weights = head.weights.map(|weight| f64::from(weight * factor));
        for &(feature, count) in counts {
            let count = f64::from(count);
            for (sum, weight) in features[usize::from(feature)].iter_mut().zip(weights) {
                *sum += count * weight;
            }
        }
        for &(gene, slope) in slopes {
            genes[usize::from(gene)] += f64::from(slope * factor);
        }
    }
}

/// Traces positions of a game.
pub trait Tracer: Sync {
    /// A board.
    type Position: Sync;

    /// The features it finds.
    fn features(&self) -> Vec<[u16; 3]>;

    /// Traces positions with their targets, for the side to move.
    fn trace(&self, positions: &[(Self::Position, f32)], traces: &mut Traces);
}

/// Positions traced at once.
const CHUNK: usize = 2_048;

/// Traces positions on several threads; the order stays.
pub fn trace_all<T: Tracer>(
    tracer: &T,
    positions: &[(T::Position, f32)],
    threads: usize,
) -> Traces {
    let chunks: Vec<&[(T::Position, f32)]> = positions.chunks(CHUNK).collect();
    let next = std::sync::atomic::AtomicUsize::new(0);
    let mut done: Vec<(usize, Traces)> = std::thread::scope(|scope| {
        let labour = || {
            let mut own = Vec::new();
            loop {
                let number = next.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
                let Some(chunk) = chunks.get(number) else { return own };
                let mut traces = Traces::new(Vec::new());
                tracer.trace(chunk, &mut traces);
                own.push((number, traces));
            }
        };
        let threads: Vec<_> = (0..threads.max(1)).map(|_| scope.spawn(labour)).collect();
        threads.into_iter().flat_map(|thread| thread.join().unwrap_or_default()).collect()
    });
    done.sort_by_key(|(number, _)| *number);
    let mut all = Traces::new(tracer.features());
    for (_, traces) in done {
        all.append(traces);
    }
    all
}
