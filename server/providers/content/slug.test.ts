import { describe, expect, it } from 'vitest'

import { toUniqueSlug, toSlug } from './slug.ts'

describe('the slug of a title', () => {
  it.each([
    ['A well for Ife', 'a-well-for-ife'],
    ['Omi fún Ọ̀yọ́!', 'omi-fun-oyo'],
    ['Ɗakin karatu a Ƙano', 'dakin-karatu-a-kano'],
    ["Mama Ngozi's kitchen", 'mama-ngozis-kitchen'],
    ['../../etc/passwd?x=1#y', 'etc-passwd-x-1-y'],
    ['井戸', 'campaign'],
    ['❤️', 'campaign'],
  ])('of %j is %j', (title, slug) => {
    expect(toSlug(title)).toBe(slug)
  })

  it('ends at a word and has at most 60 characters', () => {
    const slug = toSlug(
      'Send forty girls of Makoko to secondary school and keep them there for years',
    )
    expect(slug).toBe('send-forty-girls-of-makoko-to-secondary-school-and-keep-them')
    expect(toSlug('x'.repeat(120))).toHaveLength(60)
  })

  it('gets a random suffix to be unique', () => {
    expect(toUniqueSlug('a-well')).toMatch(/^a-well-[a-z0-9]{5}$/)
    expect(toUniqueSlug('a-well')).not.toBe(toUniqueSlug('a-well'))
  })
})
