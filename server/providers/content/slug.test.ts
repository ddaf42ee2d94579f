import { describe, expect, it } from 'vitest'

import { slugBeside, slugOf } from './slug.ts'

describe("a campaign's address", () => {
  it.each([
    ['A well for Ife', 'a-well-for-ife'],
    ['Omi fún Ọ̀yọ́!', 'omi-fun-oyo'],
    ['Ɗakin karatu a Ƙano', 'dakin-karatu-a-kano'],
    ["Mama Ngozi's kitchen", 'mama-ngozis-kitchen'],
    ['../../etc/passwd?x=1#y', 'etc-passwd-x-1-y'],
    ['井戸', 'campaign'],
    ['❤️', 'campaign'],
  ])('for %j is %j', (title, slug) => {
    expect(slugOf(title)).toBe(slug)
  })

  it('ends at a word and has at most 60 characters', () => {
    const slug = slugOf(
      'Send forty girls of Makoko to secondary school and keep them there for years',
    )
    expect(slug).toBe('send-forty-girls-of-makoko-to-secondary-school-and-keep-them')
    expect(slugOf('x'.repeat(120))).toHaveLength(60)
  })

  it('gets an ending of its own beside a taken one', () => {
    expect(slugBeside('a-well')).toMatch(/^a-well-[a-z0-9]{5}$/)
    expect(slugBeside('a-well')).not.toBe(slugBeside('a-well'))
  })
})
