import { emojiFor } from '../../../lib/text/emoji.js';
import type { Random } from '../../../lib/writing/random.js';
import type { Brief } from './brief.js';

const MOOD_EMOJI: Readonly<Record<string, string>> = {
  cheerful: '😊 🌈 🎉 😄 🌼',
  dramatic: '🎭 ⚡ 🔥 🌪️ 💥',
  inspiring: '🌟 🚀 💪 🌱 🏔️',
  sarcastic: '🙃 🙄 😏 👏 🤷',
  romantic: '❤️ 🌹 💕 💌 🕯️',
  mysterious: '🔍 🌙 🕵️ 🗝️ 👁️',
  uplifting: '☀️ 🌻 🙌 🕊️ 💛',
  funny: '😂 🤪 🤣 🙈 🍿',
  serious: '📌 🧭 ⚖️ 📊 🔎',
  neutral: '📹 📝 📌 💡 📎',
  energetic: '⚡ 🔥 🚀 💥 🏃',
  friendly: '👋 😊 🤗 ☕ 💬',
  angry: '😤 🔥 💢 😡 📢',
  nostalgic: '📼 🕰️ 🍂 📷 💭',
};
const ANY_MOOD = '✨ 🎬 💡 👀 🔥';

/** Emoji for a text: those of the topic itself, those that picture its words, those of the mood. */
export function paletteOf({ topic, keywords, mood, composed }: Brief, random: Random): string[] {
  const pictured = emojiFor([topic.natural, ...keywords].join(' '), composed).slice(0, 4);
  const felt = random.shuffle((MOOD_EMOJI[mood ?? ''] ?? ANY_MOOD).split(' '));
  return [...new Set([...topic.emoji.slice(0, 3), ...pictured, ...felt])];
}
