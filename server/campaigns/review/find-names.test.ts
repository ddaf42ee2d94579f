import { describe, expect, it } from 'vitest'

import { findNames, findPresentedNames, costs, namedPhrases } from './impersonation-checks.ts'

/** Numbers between 0 and 1 that are the same in every run. */
function numbers(seed: number) {
  let state = seed
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return state / 2_147_483_648
  }
}

const alike: Record<string, string> = {
  a: 'аαɑᴀ4@á',
  b: 'ЬвʙḄ8',
  c: 'сϲᴄ',
  d: 'ԁđᴅḍ',
  e: 'еεє3ẹ',
  g: 'ɡɢ9',
  h: 'һнΗʜ',
  i: 'іιı1íɪ',
  k: 'кκᴋ',
  l: '1іӏłL',
  m: 'мᴍΜ',
  n: 'Νпηᴎ'.slice(0, 3),
  o: 'оο0ọøᴏ',
  p: 'рρᴘ',
  r: 'гʀ',
  s: 'ѕ5$ṣꜱ',
  t: 'тτ7ᴛŧ',
  u: 'υսᴜụ'.replace('ս', ''),
  v: 'νѵᴠ',
  w: 'ԝᴡẃ',
  x: 'хχ',
  y: 'уγʏ',
}

type Random = () => number
const pick = (random: Random, from: string) =>
  Array.from(from)[Math.floor(random() * Array.from(from).length)] ?? ''

const disguises: ((phrase: string, random: Random) => string)[] = [
  (phrase) => phrase.toUpperCase(),
  (phrase, random) =>
    Array.from(phrase, (letter) => (random() < 0.5 ? letter : letter.toUpperCase())).join(''),
  (phrase, random) =>
    Array.from(
      phrase,
      (letter) => letter + (random() < 0.4 && letter !== ' ' ? '\u0301' : ''),
    ).join(''),
  (phrase) => Array.from(phrase).join(' '),
  (phrase, random) => Array.from(phrase).join(pick(random, '.-_*\u200B\u00AD·')),
  (phrase) => phrase.replaceAll(' ', ''),
  (phrase) => phrase.replaceAll(' ', '-'),
  (phrase) => phrase.replaceAll(' ', '\n'),
  (phrase, random) =>
    Array.from(phrase, (letter) => pick(random, alike[letter] ?? letter)).join(''),
  (phrase, random) =>
    Array.from(phrase, (letter) =>
      random() < 0.3 ? pick(random, alike[letter] ?? letter) : letter,
    ).join(''),
  (phrase, random) =>
    Array.from(phrase, (letter) =>
      String.fromCodePoint((letter === ' ' ? 0 : 0xfee0) + (letter.codePointAt(0) ?? 0)),
    ).join(random() < 0.5 ? '' : '\u200D'),
  (phrase, random) =>
    `${phrase.slice(0, 3)}${random() < 0.5 ? '\u200C' : '\u2060'}${phrase.slice(3)}`,
]

describe('an institution or public person', () => {
  it('is found in 1,000 names, however it is written', () => {
    const random = numbers(14)
    const missed: string[] = []
    for (let count = 0; count < 1_000; count++) {
      const { phrase } = namedPhrases[Math.floor(random() * namedPhrases.length)] ?? { phrase: '' }
      const disguise = disguises[count % disguises.length] ?? String
      const [before, after] = [pick(random, 'ABGK'), pick(random, 'ABGK')]
      const name = `Save ${before}la ${disguise(phrase, random)} of ${after}ba`
      if (findNames(name).length === 0) missed.push(name)
    }
    expect(missed).toEqual([])
  })

  it.each([
    ['Lagos University Teaching Hospital', 'hospital'],
    ['StMarysHospital', 'hospital'],
    ['stmaryshospitalabuja', 'hospital'],
    ['Nigerian Red-Cross', 'red cross'],
    ['UNICEF Nigeria', 'unicef'],
    ['NEMA relief', 'nema'],
    ['N.G.O. for Ife', 'ngo'],
    ['NGO! Ife', 'ngo'],
    ['Asibitin Ƙauye', 'asibitin'],
    ['Ilé-Ìwòsàn Ọ̀yọ́', 'ile iwosan'],
    ['Ụlọ Ọgwụ Enugu', 'ulo ogwu'],
    ['Jami’ar Bayero', 'jamiar'],
    ['His Excellency', 'his excellency'],
    ['Governor of Oyo', 'governor'],
    ['Churches of Jos', 'church'],
    ['Federal Ministries', 'ministry'],
  ])('is found in %j', (name, phrase) => {
    expect(findNames(name).map((found) => found.phrase)).toContain(phrase)
  })

  it.each([
    'A well for Ife',
    'Books for Ife',
    'Help Ada Obi walk again',
    'Winston Churchill Okafor',
    'School fees for Bola',
    'Hospital bills of Mrs Eze',
    'Training in hospitality',
    'Ngozi Okonjo',
    'Amina’s surgery',
    'Chukwuemeka Nwosu',
    'Adébáyọ̀ Ọlátúnjí',
  ])('is not found in %j', (name) => {
    expect(findNames(name)).toEqual([])
  })

  it('counts with a cost behind it only where it is a known name', () => {
    for (const cost of costs) expect(findNames(`LUTH ${cost}`)).toHaveLength(1)
  })
})

describe('a story', () => {
  it.each([
    'We are the Lagos General Hospital and need beds.',
    'This campaign is raised on behalf of St Mary’s Hospital.',
    'Official fundraiser of UNICEF.',
    'I am the Governor of this state.',
    'Give to our church.',
    'W e  a r e  h o s p i t a l'.replace('W e  a r e', 'We are'),
  ])('presents a raiser: %s', (story) => {
    expect(findPresentedNames(story)).not.toEqual([])
  })

  it.each([
    'My mother lies in the hospital.',
    'I am a student of the University of Lagos.',
    'We are building a clinic for the village.',
    'Our village needs a hospital.',
    'Our children walk to the school for two hours.',
    'We are four hundred families in Ife without a clinic.',
    'The ministry did not answer us.',
  ])('only mentions an institution: %s', (story) => {
    expect(findPresentedNames(story)).toEqual([])
  })
})
