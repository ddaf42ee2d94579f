import { randomInt } from 'node:crypto'

const longest = 60
const hooked: Record<string, string> = {
  ɓ: 'b',
  ɗ: 'd',
  ƙ: 'k',
  ƴ: 'y',
  ŋ: 'n',
  ə: 'e',
  ɔ: 'o',
  ɛ: 'e',
}

/** A title as part of an address: 'Omi fún Ọ̀yọ́!' is 'omi-fun-oyo'. */
export function slugOf(title: string): string {
  const words = title
    .toLowerCase()
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^\p{ASCII}]/gu, (letter) => hooked[letter] ?? ' ')
    .replaceAll(/['’]/g, '')
    .match(/[a-z0-9]+/g)
  const slug = (words ?? ['campaign']).join('-')
  if (slug.length <= longest) return slug
  const cut = slug.slice(0, longest + 1)
  const lastDash = cut.lastIndexOf('-')
  return lastDash > longest / 2 ? cut.slice(0, lastDash) : slug.slice(0, longest)
}

/** For when somebody else's campaign has the address already. */
export function slugBeside(slug: string): string {
  const letters = 'bcdfghjkmnpqrstvwxz23456789'
  const ending = Array.from({ length: 5 }, () => letters[randomInt(letters.length)]).join('')
  return `${slug}-${ending}`
}

/** Nothing else is asked of the database: it fails on some bytes. */
export function isSlug(text: string): boolean {
  return /^[a-z0-9-]{1,100}$/i.test(text)
}
