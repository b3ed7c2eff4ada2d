/**
 * Our own sounds, made on the spot: wood on wood, a turned tile, a small bell.
 * @module parts/sound
 */

import { settings } from '../settings.js';

/** @typedef {'move' | 'capture' | 'flip' | 'check' | 'end' | 'low'} SoundName */

/** @type {AudioContext | null} */
let audio = null;

/** @returns {AudioContext | null} */
function context() {
  if (typeof AudioContext === 'undefined') return null;
  audio ??= new AudioContext();
  // Browsers keep sound asleep until the user has touched the page.
  if (audio.state === 'suspended') void audio.resume();
  return audio;
}

/**
 * A volume that falls from a peak to silence.
 * @param {AudioContext} context
 * @param {number} at
 * @param {number} peak
 * @param {number} length seconds
 */
function fading(context, at, peak, length) {
  const gain = context.createGain();
  gain.gain.setValueAtTime(peak, at);
  gain.gain.exponentialRampToValueAtTime(0.0001, at + length);
  gain.connect(context.destination);
  return gain;
}

/**
 * A short knock: noise through a band of the pitch of wood.
 * @param {AudioContext} context
 * @param {{ after?: number, pitch: number, peak: number, length: number }} knock
 */
function knock(context, { after = 0, pitch, peak, length }) {
  const at = context.currentTime + after;
  const buffer = context.createBuffer(1, Math.ceil(context.sampleRate * length), context.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let index = 0; index < samples.length; index++) samples[index] = Math.random() * 2 - 1;
  const source = context.createBufferSource();
  source.buffer = buffer;
  const band = context.createBiquadFilter();
  band.type = 'bandpass';
  band.frequency.value = pitch;
  band.Q.value = 3;
  source.connect(band).connect(fading(context, at, peak, length));
  source.start(at);
}

/**
 * A soft tone.
 * @param {AudioContext} context
 * @param {{ after?: number, pitch: number, peak: number, length: number }} tone
 */
function tone(context, { after = 0, pitch, peak, length }) {
  const at = context.currentTime + after;
  const oscillator = context.createOscillator();
  oscillator.type = 'sine';
  oscillator.frequency.value = pitch;
  oscillator.connect(fading(context, at, peak, length));
  oscillator.start(at);
  oscillator.stop(at + length);
}

/** @type {Record<SoundName, (context: AudioContext) => void>} */
const SOUNDS = {
  move: (context) => {
    knock(context, { pitch: 900, peak: 0.9, length: 0.07 });
    tone(context, { pitch: 190, peak: 0.25, length: 0.08 });
  },
  capture: (context) => {
    knock(context, { pitch: 650, peak: 1, length: 0.09 });
    knock(context, { after: 0.05, pitch: 1100, peak: 0.8, length: 0.07 });
    tone(context, { pitch: 140, peak: 0.35, length: 0.12 });
  },
  flip: (context) => {
    knock(context, { pitch: 2200, peak: 0.35, length: 0.05 });
    knock(context, { after: 0.09, pitch: 1000, peak: 0.8, length: 0.07 });
  },
  check: (context) => {
    tone(context, { pitch: 660, peak: 0.16, length: 0.18 });
    tone(context, { after: 0.11, pitch: 880, peak: 0.16, length: 0.28 });
  },
  end: (context) => [392, 494, 587].forEach((pitch, index) => tone(context, { after: index * 0.14, pitch, peak: 0.16, length: 0.6 })),
  low: (context) => tone(context, { pitch: 520, peak: 0.1, length: 0.12 }),
};

/**
 * Plays a sound, if the user wants sounds.
 * @param {SoundName} name
 */
export function sound(name) {
  if (!settings().sound) return;
  const ready = context();
  if (ready !== null) SOUNDS[name](ready);
}
