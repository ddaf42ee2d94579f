import { randomInt } from 'node:crypto'

const maxLength = 60
const hookedLetters: Record<string, string> = {
  ɓ: 'b',
  ɗ: 'd',
  ƙ: 'k',
  ƴ: 'y',
  ŋ: 'n',
  ə: 'e',
  ɔ: 'o',
  ɛ: 'e',
}

/** 'Omi fún Ọ̀yọ́!' becomes 'omi-fun-oyo'. */
export function toSlug(title: string): string {
  const words = title
    .toLowerCase()
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^\p{ASCII}]/gu, (letter) => hookedLetters[letter] ?? ' ')
    .replaceAll(/['’]/g, '')
    .match(/[a-z0-9]+/g)
  const slug = (words ?? ['campaign']).join('-')
  if (slug.length <= maxLength) return slug
  const cut = slug.slice(0, maxLength + 1)
  const lastDash = cut.lastIndexOf('-')
  return lastDash > maxLength / 2 ? cut.slice(0, lastDash) : slug.slice(0, maxLength)
}

/** Adds a random suffix. */
export function toUniqueSlug(slug: string): string {
  const letters = 'bcdfghjkmnpqrstvwxz23456789'
  const suffix = Array.from({ length: 5 }, () => letters[randomInt(letters.length)]).join('')
  return `${slug}-${suffix}`
}

/** Checked before every query, because PostgreSQL rejects some bytes. */
export function isSlug(text: string): boolean {
  return /^[a-z0-9-]{1,100}$/i.test(text)
}
