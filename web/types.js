/**
 * Shapes of what the server sends and takes, as JSDoc types; `docs/server-api.md`
 * explains them. Nothing here runs.
 * @module types
 */

/** @typedef {'xiangqi' | 'banqi'} GameKind */
/** @typedef {'first' | 'second'} SeatName */
/** @typedef {'red' | 'black'} Colour */

/**
 * A position with everything needed to draw it and to play from it.
 * @typedef {object} Board
 * @property {GameKind} game
 * @property {string} fen
 * @property {SeatName | null} turn
 * @property {Colour | null} side  colour to move; null before the first flip
 * @property {Record<string, string>} pieces  square → FEN letter
 * @property {number} [face_down]
 * @property {Record<string, number>} [pool]  letters still face down
 * @property {Record<string, string[]>} legal
 * @property {string[]} [flips]
 * @property {string[]} check
 * @property {string[]} captured
 */

/** @typedef {'zh_hant' | 'zh_hans' | 'wxf' | 'iccs'} Notation */

/**
 * @typedef {object} Ply
 * @property {string} ply
 * @property {string} from
 * @property {string | null} to  null for flips
 * @property {string | null} [reveal]
 * @property {string | null} [captured]
 * @property {Record<Notation, string>} text
 * @property {number | null} [spent_ms]
 */

/**
 * Always from the first seat's view.
 * @typedef {object} Score
 * @property {number | null} cp   hundredths: 100 wins half of the games
 * @property {number | null} mate moves to a forced end; 0: the game is over, the sign of cp says who won
 * @property {number} [share] the points the first seat may expect, in thousandths
 */

/** @typedef {{ kind: 'human' } | { kind: 'engine', profile: string, level: number }} Seat */
/** @typedef {{ base_ms: number, increment_ms: number } | { per_move_ms: number }} Clock */
/** @typedef {{ winner: SeatName | null, reason: string }} Result */

/**
 * @typedef {object} Warning
 * @property {string} code
 * @property {SeatName | null} [seat]
 * @property {number | null} [count]
 * @property {number | null} [limit]
 * @property {string[]} [squares]
 * @property {Ply[]} [plies]  what would end the game
 */

/**
 * @typedef {object} Clocks
 * @property {number} first_ms
 * @property {number} second_ms
 * @property {SeatName | null} running
 * @property {number} now_ms
 */

/**
 * @typedef {object} Game
 * @property {string} id
 * @property {string} name  empty: none
 * @property {GameKind} game
 * @property {number} revision
 * @property {number} created
 * @property {number} updated
 * @property {string} rules
 * @property {Seat} first
 * @property {Seat} second
 * @property {string} start
 * @property {string | null} seed
 * @property {Clock | null} clock
 * @property {Ply[]} plies
 * @property {Board} board
 * @property {{ from: string, to: string | null } | null} last
 * @property {Clocks | null} clocks
 * @property {boolean} thinking
 * @property {boolean} paused
 * @property {SeatName | null} draw_offer
 * @property {SeatName | null} [declined]  whose offer of a draw was refused since the last ply
 * @property {boolean} can_undo
 * @property {{ first: Colour, second: Colour } | null} colours
 * @property {Result | null} result
 * @property {Warning[]} warnings
 */

/**
 * @typedef {object} Summary
 * @property {string} id
 * @property {string} name  empty: none
 * @property {GameKind} game
 * @property {Seat} first
 * @property {Seat} second
 * @property {number} plies
 * @property {Result | null} result
 * @property {number} created
 * @property {number} updated
 * @property {string} fen
 */

/** @typedef {{ name: string, about: string }} Named */

/**
 * @typedef {object} AboutGame
 * @property {Named[]} profiles
 * @property {number} levels
 * @property {Named[]} rules
 * @property {string} usual_rules
 * @property {string} start
 * @property {Board} board  the start, and what may be done there
 */

/**
 * @typedef {object} About
 * @property {string} version
 * @property {number} cores
 * @property {boolean} damaged whether the library's file was found damaged
 * @property {AboutGame} xiangqi
 * @property {AboutGame} banqi
 * @property {string[]} reasons  why games end, as codes
 * @property {{ body_bytes: number, tree_bytes: number, message_bytes: number, lines: number, plies: number, threads: number, hash_mb: number, review_budget_ms: { least: number, most: number, usual: number } }} limits
 */

/**
 * @typedef {object} Settings
 * @property {'en' | 'zh-Hant' | 'zh-Hans' | null} language  null: from the browser
 * @property {Notation | null} notation  null: as the language
 * @property {'traditional' | 'simplified' | 'pictograms'} pieces
 * @property {'wood' | 'light' | 'dark' | null} theme  null: wood, or dark where the system is
 * @property {boolean} sound
 * @property {boolean} coordinates
 * @property {boolean} animation
 * @property {number} threads
 * @property {number} hash_mb
 * @property {string} rules_xiangqi
 * @property {string} rules_banqi
 */

/**
 * @typedef {object} NewGame
 * @property {GameKind} game
 * @property {Seat} first
 * @property {Seat} second
 * @property {string} [rules]
 * @property {string} [start]
 * @property {string} [seed]
 * @property {Clock} [clock]
 * @property {string[]} [handicap]
 */

/** @typedef {{ ply: string, reveal?: string | null }} PlyRequest */

/**
 * @typedef {object} PositionAnswer
 * @property {Board} board
 * @property {string} start
 * @property {string} rules
 * @property {Ply[]} plies
 * @property {Result | null} result
 * @property {Warning[]} warnings
 */

/** A game in the list of a text. @typedef {{ event: string, date: string, red: string, black: string, result: string, plies: number, problems: number }} PastedGame */
/** @typedef {{ code: string, line: number | null, column: number | null, byte: number | null, token: string, message: string }} PasteProblem */
/** @typedef {{ parent?: number, ply?: string, reveal?: string, comment?: string, mark?: string, marks?: string[] }} FlatNode */

/**
 * @typedef {object} PasteAnswer
 * @property {string} kind  fen, moves, the name of a format, or library
 * @property {string} encoding
 * @property {string | null} notation
 * @property {string} start
 * @property {Ply[]} plies  the main line
 * @property {Board} board  after it
 * @property {FlatNode[]} nodes  the tree: node 0 is the start, parents stand before their children
 * @property {Record<string, string>} headers
 * @property {string} result  1-0, 0-1, 1/2-1/2 or *
 * @property {{ index: number, token: string, message: string, line: number | null, column: number | null, byte: number | null } | null} stopped_at
 * @property {PasteProblem[]} problems
 * @property {PastedGame[]} games  every game of the text
 * @property {number} index  which of them this is
 */

/** @typedef {{ name: string, first: number, second: number, total: number }} Term */
/** @typedef {{ score: Score, decided_by: string, terms: Term[] }} Evaluation */

/**
 * A named shape on the board.
 * @typedef {object} Shape
 * @property {string} key
 * @property {Record<'en' | 'zh-Hant' | 'zh-Hans', string>} name
 * @property {Record<'en' | 'zh-Hant' | 'zh-Hans', string>} plan
 * @property {string[]} tags
 * @property {Colour} side
 * @property {{ at: string, piece: string | null }[]} points
 * @property {number} worth    hundredths, to its side
 * @property {boolean} loud     it forces or attacks
 * @property {boolean} covered  a stronger one says it too
 * @property {'win' | 'draw' | 'loss' | null} verdict
 */

/**
 * @typedef {object} FlipOutcome
 * @property {string} piece
 * @property {number} weight
 * @property {number} of
 * @property {number} value
 * @property {string | null} [reply]
 */

/**
 * @typedef {object} FlipSquare
 * @property {string} at
 * @property {number} expectation
 * @property {number} worst
 * @property {number} best
 * @property {string[]} chosen_by
 * @property {FlipOutcome[]} outcomes
 */

/**
 * @typedef {object} AnalysisLine
 * @property {Score} score
 * @property {Ply[]} plies
 */

/**
 * @typedef {object} Analysis
 * @property {'analysis'} type
 * @property {number} key
 * @property {number} depth
 * @property {number} selective
 * @property {number} nodes
 * @property {number} nps
 * @property {number} time_ms
 * @property {AnalysisLine[]} lines
 * @property {boolean} done
 */

/** @typedef {'best' | 'good' | 'inaccuracy' | 'mistake' | 'blunder'} Mark */

/**
 * @typedef {object} ReviewPly
 * @property {'review_ply'} type
 * @property {number} key
 * @property {number} index
 * @property {SeatName} seat  who played it
 * @property {number} of
 * @property {Score} before
 * @property {Score} after
 * @property {Ply} best
 * @property {Ply[]} line
 * @property {number} loss         hundredths
 * @property {number} [points_lost] expected points, in thousandths
 * @property {Mark} mark
 * @property {number | null} luck          hundredths
 * @property {number | null} [luck_points] expected points, in thousandths
 * @property {number} [depth] how deep the best ply was searched
 * @property {number} [played_depth] and the one played
 */

/**
 * @typedef {object} ReviewEnd
 * @property {'review_end'} type
 * @property {number} key
 * @property {{ first: Record<string, number>, second: Record<string, number> }} summary
 */

/**
 * A node of a kept tree; the first one is the start and has neither parent nor ply.
 * @typedef {object} TreeNode
 * @property {number} [parent] its place in the list, before this one
 * @property {string} [ply]
 * @property {string} [reveal]
 * @property {string} [comment]
 * @property {string} [mark]
 * @property {string[]} [marks]  what is drawn on the board: `Gh2e2`, `Re4`
 * @property {Score} [score]
 */

/**
 * A node as version 1 had it: the nodes inside each other.
 * @typedef {TreeNode & { children?: NestedNode[] }} NestedNode
 */

/**
 * What a review found out about a line: the line as text, and for each ply what is
 * shown of it.
 * @typedef {{ line: string, plies: ReviewPly[], summary: ReviewEnd['summary'] }} StoredReview
 */

/**
 * A tree as it is kept and sent: flat, so that its length has no limit but a number.
 * @typedef {{ version: 2, game: GameKind, start: string, rules: string, nodes: TreeNode[], review?: StoredReview, headers?: Record<string, string> }} Tree
 */
/** @typedef {{ id: number, title: string }} ChapterInfo  a chapter of a study */
/** @typedef {{ version: 1, game: GameKind, start: string, rules: string, root: NestedNode, review?: StoredReview, headers?: Record<string, string> }} NestedTree */

export {};

/**
 * The archive of games.
 * @typedef {object} LibraryAbout
 * @property {number} games
 * @property {number} bytes
 * @property {{ tag: string, games: number }[]} tags
 * @property {number} most_bytes  of a file that is imported
 */

/**
 * @typedef {object} LibraryRow
 * @property {number} id
 * @property {GameKind} game
 * @property {string} red
 * @property {string} black
 * @property {string} event
 * @property {string} date
 * @property {string} result
 * @property {string | null} opening
 * @property {number} plies
 * @property {string} source
 * @property {string[]} tags
 * @property {number | null} [ply]  where it came to a position that was asked for
 */

/**
 * @typedef {object} LibraryPiece
 * @property {string} id
 * @property {boolean} ready
 * @property {number} [looked]
 * @property {number} [of]
 * @property {number} [count]
 * @property {number} [from]
 * @property {LibraryRow[]} games
 */

/**
 * @typedef {object} ImportJob
 * @property {string} id
 * @property {string} name
 * @property {number} bytes
 * @property {'waiting' | 'running' | 'done' | 'stopped' | 'failed'} state
 * @property {number} files
 * @property {number} known_files
 * @property {number} read
 * @property {number} added
 * @property {number} duplicates
 * @property {number} empty
 * @property {number} problem_count
 * @property {{ file: string, message: string, line?: number | null, column?: number | null }[]} problems
 * @property {string[]} known
 * @property {string | null} error
 */

/** @typedef {{ games: number, red: number, draws: number, black: number, unknown: number }} LibraryResults */

/**
 * @typedef {object} LibrarySums
 * @property {LibraryResults} results
 * @property {number} banqi  games of dark chess among them
 * @property {number | null} shortest
 * @property {number | null} longest
 * @property {string | null} first_date
 * @property {string | null} last_date
 * @property {number} player_count
 * @property {number} event_count
 * @property {number} plies
 * @property {(LibraryResults & { code: string | null })[]} openings
 * @property {(LibraryResults & { year: number })[]} years
 * @property {{ name: string, games: number, wins: number, draws: number, losses: number }[]} players
 * @property {(LibraryResults & { name: string })[]} events
 */

/**
 * @typedef {object} LibraryPlayer
 * @property {string} name
 * @property {LibrarySums} red
 * @property {LibrarySums} black
 * @property {Record<string, number[]> & { positions: any }} heat
 */

/** @typedef {{ games: number, wins: number, draws: number, losses: number, score: number | null }} LibraryTally */

/**
 * What was played in a position; results are those of who is to move.
 * @typedef {object} Explored
 * @property {string} fen
 * @property {LibraryTally} all
 * @property {(LibraryTally & { ply: Ply | null, first_year: number | null, last_year: number | null, latest: number })[]} plies
 * @property {(LibraryTally & { year: number })[]} years
 * @property {(LibraryTally & { name: string })[]} players
 * @property {LibraryRow[]} models
 */

/**
 * @typedef {object} BookAnswer
 * @property {{ name: string, moves: { ply: Ply, games: number, wins: number, draws: number, losses: number, year: number | null, depth: number | null, score: number | null, good: boolean }[] }[]} books
 */

/** @typedef {{ value: string, plies: number | null, end: number | null }} TableWorth */
/**
 * What tables say of a position and its legal plies.
 * @typedef {object} TableAnswer
 * @property {string} value
 * @property {number | null} distance
 * @property {number | null} end
 * @property {(TableWorth & { ply: Ply })[]} plies
 */

/**
 * @typedef {object} KnowledgeAnswer
 * @property {{ name: string, bytes: number, game?: GameKind, rules?: string, moves?: number, makers?: string[], error?: string }[]} books
 * @property {Record<GameKind, { name: string, bytes: number }[]>} tables
 * @property {{ books: boolean, tables: boolean }} folders
 * @property {{ library: number | null, archive: number | null }} disk
 * @property {{ name: string, about: string, protocol: string }[]} engines  foreign ones
 * @property {{ running: number, slots: number }} foreign
 * @property {{ running: number, slots: number }} searches
 * @property {number} hash_mb
 */

/** An estimate with its 95 % interval; infinite numbers are null. @typedef {{ value: number | null, margin: number | null, low: number | null, high: number | null }} Estimate */

/**
 * What lists show of a run; empty before it has begun.
 * @typedef {object} Brief
 * @property {GameKind} [game]
 * @property {number} [done]
 * @property {number} [planned]
 * @property {string[]} [players]
 * @property {number | null} [wins] of the first engine
 * @property {number | null} [draws]
 * @property {number | null} [losses]
 * @property {Estimate | null} [elo]
 * @property {number | null} [llr]
 * @property {string | null} [decision]
 * @property {string} [profile] of a tuning run
 * @property {string} [method]
 * @property {number | null} [training]
 * @property {number | null} [held_out]
 * @property {number} [parameters]
 */

/**
 * Long work that somebody started.
 * @typedef {object} RunBrief
 * @property {string} id
 * @property {'match' | 'tuning'} kind
 * @property {string} title
 * @property {'waiting' | 'running' | 'stopped' | 'done' | 'failed'} state
 * @property {string | null} error
 * @property {number} created
 * @property {number} updated
 * @property {Brief} brief
 */

/** @typedef {{ name: string, kind: 'profile' | 'simple' }} EngineOffer */
/** @typedef {{ runs: RunBrief[], engines: Record<GameKind, EngineOffer[]>, suites: string[], lanes: number }} RunsAnswer */
/** @typedef {{ engine: string, level?: number, hash?: number }} EngineChoice */

/**
 * @typedef {object} MatchSettings
 * @property {GameKind} game
 * @property {EngineChoice[]} engines
 * @property {number} games
 * @property {string} tc
 * @property {number} opening_plies
 * @property {string} [rules]
 * @property {{ elo0: number, elo1: number, alpha: number, beta: number }} [sprt]
 * @property {number} lanes
 * @property {boolean} cut
 * @property {number} seed
 */

/**
 * @typedef {object} MatchReport
 * @property {number} games
 * @property {number} wins
 * @property {number} draws
 * @property {number} losses
 * @property {number} points
 * @property {number} score
 * @property {Estimate} elo
 * @property {Estimate} normalized_elo
 * @property {number} superiority
 * @property {number} draw_ratio
 * @property {{ ll: number, ld: number, wl: number, dd: number, wd: number, ww: number, pentanomial: number[], pairs_ratio: number | null, wl_dd_ratio: number | null } | null} pairs
 * @property {{ elo0: number, elo1: number, alpha: number, beta: number, model: string, llr: number, lower_bound: number, upper_bound: number, state: string } | null} sprt
 */

/**
 * @typedef {object} MatchEngine
 * @property {string} name
 * @property {{ wins: number, draws: number, losses: number }} results
 * @property {Record<string, number>} faults
 * @property {number} plies
 * @property {number} wall_ms
 * @property {number | null} cpu_ms
 * @property {number | null} nodes_per_second
 * @property {number | null} depth
 */

/**
 * @typedef {object} MatchView
 * @property {{ done: number, counted: number, planned: number, pairings: { engine: string, opponent: string, report: MatchReport, decided: number, decided_on_time: number }[], engines: MatchEngine[], runner_ms: number, causes: Record<string, number>, warnings: string[], decision?: string, dark_chess?: { name: string, lost_after_winning_material: number, won_but_drawn: number }[] }} standing
 * @property {{ pairs: number[], elo: (number | null)[], low: (number | null)[], high: (number | null)[], llr: number[] | null }} curve
 */

/** @typedef {RunBrief & { settings: MatchSettings, match?: MatchView }} MatchDetail */
/** @typedef {RunBrief & { settings: TuningSettings, tuning?: TuningView }} TuningDetail */
/** @typedef {MatchDetail | TuningDetail} RunDetail */
/** @typedef {{ number: number, pair: number, first: string, second: string, winner: SeatName | null, cause: string, plies: number, seconds: number }} MatchGame */
/** @typedef {{ count: number, from: number, games: MatchGame[] }} MatchGamesAnswer */

/**
 * @typedef {object} TuningSettings
 * @property {GameKind} game
 * @property {string} profile
 * @property {'ga' | 'spsa'} method
 * @property {string[]} params
 * @property {number} steps
 * @property {number} candidates
 * @property {number} nodes
 * @property {number} pairs
 * @property {string} [suite]
 * @property {number} threads
 * @property {number} seed
 */

/** @typedef {{ generation: number, training: number, held_out: number | null, more: Record<string, number>, seconds: number }} TuningPoint */

/**
 * @typedef {object} TuningView
 * @property {{ kind: 'suite' | 'games' | 'loss', positions?: number, held_out?: number, pairs?: number }} measure
 * @property {{ done: number, of: number, failed: number }} jobs
 * @property {TuningPoint[]} history
 * @property {TuningPoint | null} first
 * @property {number} parameters
 * @property {{ name: string, from: number, to: number, min: number, max: number }[]} moved
 * @property {number} moved_count
 */

/** @typedef {{ en: string, hant: string, hans: string }} PatternWords */
/** @typedef {{ key?: string, name?: PatternWords, text: string }} PatternInSet */
/** @typedef {{ id: string, title: string, updated: number, shipped: boolean }} PatternSetAbout */

/**
 * A pattern as it is drawn; a part with `source` is written as that.
 * @typedef {object} PatternDrawing
 * @property {string} key
 * @property {boolean} colours  red and black are meant, and not us and them
 * @property {PatternPart[]} parts
 * @property {string[]} [before]
 * @property {string[]} [after]
 */

/** @typedef {{ kind: 'pieces', pieces: string, points: string[] } | { kind: 'points', points: string[] } | { kind: 'name', name: string }} PatternFrom */
/** @typedef {{ pieces: string, from: string[], to: string[] }} PatternMove */
/** @typedef {{ kind: 'place', pieces: string, points: string[], least: number, most: number | null, name: string | null }} PatternPlace */
/** @typedef {{ kind: 'line', from: PatternFrom, ways: string[], items: string[] }} PatternLine */
/** @typedef {{ kind: 'board', rows: string[] }} PatternBoard */
/** @typedef {{ kind: 'condition' } | { kind: 'comment' }} PatternOther */
/** @typedef {{ kind: 'name' } & PatternWords | { kind: 'plan' } & PatternWords | { kind: 'tags', words: string[] } | { kind: 'mirror', on: boolean }} PatternAbout */
/** @typedef {{ kind: 'score', early: number, late: number, per: string | null } | { kind: 'extend', plies: number } | { kind: 'verdict', verdict: string }} PatternWorth */
/** @typedef {{ kind: 'goal', pieces: string, points: string[] } | { kind: 'candidate' } & PatternMove | { kind: 'order', bonus: number } & PatternMove} PatternWish */
/** @typedef {{ kind: 'example', fens: string[] } | { kind: 'near_miss', fens: string[] }} PatternExample */
/** @typedef {(PatternPlace | PatternLine | PatternBoard | PatternOther | PatternAbout | PatternWorth | PatternWish | PatternExample) & { source?: string }} PatternPart */

/** @typedef {{ severity: 'error' | 'warning', message: string, expected: string, line: number, column: number, from: number, to: number }} PatternProblem */
/** @typedef {{ problems: PatternProblem[], patterns: { key: string, name: PatternWords, tags: string[] }[], drawing: PatternDrawing | null, tidy: string | null, too_much: boolean }} PatternChecked */
/** @typedef {{ key: string, name: PatternWords, tags: string[], side: Colour, mirrored: boolean, points: string[], count: number }} PatternMatch */
/** @typedef {{ patterns: number, grounds: number, boards: number, hits: number, methods: { method: string, cycles?: number, counted?: number, lines?: number, cut?: boolean, ns: number }[] }} PatternCost */
/** @typedef {{ score: Score, decided_by: string, terms: Term[], best: { ply: Ply, score: Score } | null, depth: number }} PatternOpinion */

/** @typedef {{ key: string, en: string, zh_hant: string, zh_hans: string, count?: number }} Theme */
/** @typedef {'mate' | 'gain' | 'win' | 'draw' | 'chance'} GoalName */
/** @typedef {{ name: GoalName, moves: number, gain?: number, plies?: number, percent?: number }} Goal */

/**
 * A puzzle that is open.
 * @typedef {object} Attempt
 * @property {string} id
 * @property {string} puzzle
 * @property {GameKind} game
 * @property {boolean} own     from the user's games
 * @property {boolean} review  a failure that came back
 * @property {Goal} goal
 * @property {number} rating
 * @property {string} start
 * @property {SeatName} seat   who solves it
 * @property {Board} board
 * @property {Ply[]} plies
 * @property {'open' | 'solved' | 'shown'} state
 * @property {number} hints    help asked for before the next ply
 * @property {{ from: string, ply?: Ply } | null} hint
 * @property {{ ply: Ply, reason: string, refutation: Ply | null } | null} wrong
 * @property {{ score: number, before: number, after: number, deviation: number, puzzle: number, streak: number, due: number | null } | null} rated
 * @property {Theme[] | null} themes  once it is over
 */

/**
 * @typedef {object} PuzzlesAnswer
 * @property {GameKind} game
 * @property {number} count   shipped ones
 * @property {number} own
 * @property {number} tried
 * @property {number} rating
 * @property {number} deviation
 * @property {number} tries
 * @property {number} solved
 * @property {number} streak
 * @property {number} best_streak
 * @property {{ rating: number, score: number, played: number }[]} history
 * @property {number} due     failures that are back
 * @property {number} later   failures that come back later
 * @property {number | null} next_due
 * @property {Partial<Record<GoalName, number>>} goals
 * @property {Theme[]} themes
 * @property {Attempt | null} attempt
 * @property {{ game: GameKind, state: string, games: number, looked: number, found: number, added: number } | null} making
 */

/**
 * A ply of a proof; parents come before their children.
 * @typedef {object} ProofNode
 * @property {number | null} parent
 * @property {Ply} ply
 * @property {{ left?: number, result?: 'win' | 'draw' | 'loss', percent?: number }} value
 * @property {boolean} good
 * @property {boolean} cut   more would follow
 */
