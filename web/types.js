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
 * @property {Record<string, number>} [limits]
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
 * @property {Ply[]} plies
 * @property {Result | null} result
 * @property {Warning[]} warnings
 */

/** A game in the list of a text. @typedef {{ event: string, date: string, red: string, black: string, result: string, plies: number, problems: number }} PastedGame */
/** @typedef {{ code: string, line: number | null, column: number | null, byte: number | null, token: string, message: string }} PasteProblem */
/** @typedef {{ parent?: number, ply?: string, reveal?: string, comment?: string, mark?: string }} FlatNode */

/**
 * @typedef {object} PasteAnswer
 * @property {'fen' | 'moves' | 'pgn' | 'record'} kind
 * @property {string} encoding
 * @property {string} notation
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
 * @property {{ running: number, slots: number }} searches
 * @property {number} hash_mb
 */
