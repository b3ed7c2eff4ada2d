/** The functions of the page that need no browser. `node --test web/tests` runs them. */

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { currentLanguage, loadAreas, setLanguage, t, tc, tn } from '../i18n/index.js';
import { rangeOf } from '../parts/curve-range.js';
import { eloText, playerName, resultsText, runTitle, timeText } from '../parts/run-text.js';
import { scoreBrief, scoreNumber, scoreShare, scoreText, short, signed } from '../parts/score.js';
import { layout } from '../parts/tree-layout.js';
import { Tree } from '../parts/tree.js';
import { ROUTES, match } from '../router.js';

/** The document of a browser, as far as texts need it. */
globalThis.document = { documentElement: { lang: '' } };
await loadAreas(['arena', 'tuning', 'choices']);
await setLanguage('en');

test('paths lead to their pages, with the parts that vary', () => {
  for (const [path, name, params] of [
    ['/', 'home', {}],
    ['/play/abc', 'play', { id: 'abc' }],
    ['/arena', 'arena', {}],
    ['/arena/x%20y', 'match', { id: 'x y' }],
    ['/arena/', 'arena', {}],
    ['/library/statistics', 'library-statistics', {}],
    ['/play', 'not-found', {}],
    ['/arena/a/b', 'not-found', {}],
  ]) {
    const found = match(path);
    assert.deepEqual([found.route.name, found.params], [name, params], path);
  }
});

test('no two pages have one name or one path', () => {
  for (const key of ['name', 'path']) {
    const all = ROUTES.map((route) => route[key]);
    assert.deepEqual([...new Set(all)], all);
  }
});

test('scores read as people write them', () => {
  const at = (cp, mate = null, share = undefined) => ({ cp, mate, share });
  assert.equal(scoreText(at(125)), '+1.25');
  assert.equal(scoreText(at(-3)), '−0.03');
  assert.equal(scoreText(at(0)), '0.00');
  assert.equal(scoreText(at(null, -3)), '−M3');
  assert.equal(scoreText(at(-30000, 0)), '0–1');
  assert.equal(scoreText(null), '–');
  assert.equal(signed(5000), '+20');
  assert.equal(scoreBrief(at(1234)), '+12');
  assert.equal(scoreBrief(at(123)), '+1.2');
  assert.ok(scoreNumber(at(null, 2)) > scoreNumber(at(null, 9)) && scoreNumber(at(null, 9)) > 1999);
  assert.equal(scoreShare(at(0, null, 731)), 0.731);
  assert.equal(scoreShare(at(null, -1)), 0);
  assert.deepEqual([999, 12_345, 4_560_000].map(short), ['999', '12.3k', '4.56M']);
});

test('a tree is kept and read again', () => {
  const tree = new Tree('xiangqi', 'start', 'asian');
  const end = tree.playAll(tree.root, [{ ply: 'h2e2' }, { ply: 'h9g7' }, { ply: 'h0g2' }]);
  const rival = tree.play(tree.root, 'b2e2');
  rival.comment = 'the other cannon';
  const again = Tree.from(JSON.parse(JSON.stringify(tree)));
  assert.deepEqual(again.toJSON(), tree.toJSON());
  assert.deepEqual(again.mainLine().map(({ ply }) => ply), ['h2e2', 'h9g7', 'h0g2']);
  tree.promote(rival);
  assert.deepEqual(tree.mainLine(), [rival]);
  assert.equal(tree.remove(end), end.parent);
  assert.equal(tree.leaves().length, 2);
});

test('moves stand in numbered rows, variations between them', () => {
  const tree = new Tree('xiangqi', 'start', 'asian');
  tree.playAll(tree.root, [{ ply: 'a' }, { ply: 'b' }, { ply: 'c' }]);
  tree.play(tree.root.children[0], 'x');
  const kinds = (second) => layout(tree, second).map((block) => (block.kind === 'row' ? `${block.number} ${block.first?.ply ?? '…'} ${block.second?.ply ?? '…'}` : block.kind));
  assert.deepEqual(kinds(false), ['1 a b', 'branch', '2 c …']);
  assert.deepEqual(kinds(true), ['1 … a', '2 b …', 'branch', '2 … c']);
});

test('a curve shows all of its numbers, its levels, and no infinite ones', () => {
  const line = (...values) => ({ values, look: 'main' });
  const [low, high] = rangeOf({ lines: [line(1, 5, null, Infinity)], levels: [-2.94, 2.94] });
  assert.ok(low < -2.94 && low > -4 && high > 5 && high < 6, `${low} ${high}`);
  assert.deepEqual(rangeOf({ lines: [line(null)], levels: [] }), [-1, 1]);
  const [least, most] = rangeOf({ lines: [line(7, 7)], levels: [] });
  assert.ok(least < 7 && most > 7, 'a level line has room');
});

test('results, players and times of a match read as words', () => {
  assert.equal(currentLanguage(), 'en');
  const elo = (value, margin) => ({ value, margin, low: null, high: null });
  assert.equal(eloText(elo(12.34, 8.21)), '+12.3 ± 8.2');
  assert.equal(eloText(elo(-0.04, 8.21)), '0.0 ± 8.2', 'no sign where nothing is left to sign');
  assert.match(eloText(elo(12.3, null)), /^\+12\.3, no error bar/);
  assert.equal(eloText(elo(null, null)), t('arena.elo_unknown'));
  assert.equal(resultsText({ wins: 3, draws: 2, losses: 1 }), '3 won, 2 drawn, 1 lost');
  assert.equal(playerName('chuhe'), 'Chuhe');
  assert.equal(playerName('chuhe-hce-3 (2)'), 'Chuhe, by hand, level 3 (2)');
  assert.equal(playerName('ntu-2018'), 'NTU 2018', 'a year is no level');
  assert.equal(runTitle({ title: '', brief: { players: ['greedy', 'random'] } }), `${t('arena.player.greedy')} – ${t('arena.player.random')}`);
  assert.equal(runTitle({ title: 'mine', brief: {} }), 'mine');
  assert.equal(timeText('nodes=5000'), '5000 nodes per move');
  assert.equal(timeText('movetime=100'), '0.1 s per move');
  assert.equal(timeText('10+0.1'), '10 s per game + 0.1 s per move');
});

test('texts are filled in, counted and found by code', () => {
  const missing = 'no.such.key';
  assert.equal(t(missing), missing);
  assert.equal(tc('arena.state', 'running'), 'Running');
  assert.equal(tc('arena.cause', 'new-cause'), 'new-cause');
  assert.notEqual(tn('record.games', 1), tn('record.games', 2));
});

test('the tour names a text for everything it asks', async () => {
  await loadAreas(['tour']);
  const { EXERCISES, isRight } = await import('../parts/tour-exercises.js');
  for (const [game, exercises] of Object.entries(EXERCISES)) {
    for (const exercise of exercises) {
      for (const part of ['name', 'rule', 'task', 'done']) {
        const key = `tour.${game}.${exercise.name}.${part}`;
        assert.notEqual(t(key), key);
      }
    }
  }
  assert.ok(isRight({ right: 'any' }, 'a0a1') && isRight({ right: ['a0a1'] }, 'a0a1') && !isRight({ right: ['a0a1'] }, 'a0a2'));
});
