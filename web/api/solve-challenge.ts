import type { Challenge } from '#shared/challenge.ts'

/** Tries numbers until one solves the challenge. Pauses every 5,000 attempts, so that the page stays responsive. */
export async function solveChallenge({ seed, bits }: Challenge): Promise<string> {
  for (let number = 0; ; number++) {
    if (Math.clz32(firstWordOfSha256(`${seed} ${number}`)) >= bits) return `${seed} ${number}`
    if (number % 5_000 === 4_999) await new Promise((resolve) => setTimeout(resolve))
  }
}

const [initial, constants] = computeTables()
const schedule = new Int32Array(64)

/** Hashes an ASCII text of at most 55 characters, which is one block. `crypto.subtle` is much slower for short texts. */
function firstWordOfSha256(text: string): number {
  schedule.fill(0, 0, 16)
  for (let index = 0; index <= text.length; index++) {
    const byte = index < text.length ? text.charCodeAt(index) : 0x80
    schedule[index >> 2] = at(schedule, index >> 2) | (byte << (24 - (index & 3) * 8))
  }
  schedule[15] = text.length * 8
  for (let index = 16; index < 64; index++) {
    const [early, late] = [at(schedule, index - 15), at(schedule, index - 2)]
    const small = rotateRight(early, 7) ^ rotateRight(early, 18) ^ (early >>> 3)
    const large = rotateRight(late, 17) ^ rotateRight(late, 19) ^ (late >>> 10)
    schedule[index] = at(schedule, index - 16) + small + at(schedule, index - 7) + large
  }
  return (compressBlock() + at(initial, 0)) | 0
}

/** The compression function (FIPS 180-4, section 6.2.2). Returns the first working variable. */
function compressBlock(): number {
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = initial
  for (let index = 0; index < 64; index++) {
    const choice = (e & f) ^ (~e & g)
    const one = h + (rotateRight(e, 6) ^ rotateRight(e, 11) ^ rotateRight(e, 25)) + choice
    const first = (one + at(constants, index) + at(schedule, index)) | 0
    const majority = (a & b) ^ (a & c) ^ (b & c)
    const second = ((rotateRight(a, 2) ^ rotateRight(a, 13) ^ rotateRight(a, 22)) + majority) | 0
    ;[h, g, f, e, d, c, b, a] = [g, f, e, (d + first) | 0, c, b, a, (first + second) | 0]
  }
  return a
}

function rotateRight(word: number, by: number): number {
  return (word >>> by) | (word << (32 - by))
}

function at(words: Int32Array, index: number): number {
  return words[index] ?? 0
}

/** Initial hash value and constants: fractions of the roots of the first primes (FIPS 180-4, sections 4.2.2 and 5.3.3). */
function computeTables(): [Int32Array, Int32Array] {
  const primes: number[] = []
  for (let number = 2; primes.length < 64; number++)
    if (primes.every((prime) => number % prime !== 0)) primes.push(number)
  const fraction = (root: number) => ((root - Math.floor(root)) * 2 ** 32) | 0
  return [
    Int32Array.from(primes.slice(0, 8), (prime) => fraction(Math.sqrt(prime))),
    Int32Array.from(primes, (prime) => fraction(Math.cbrt(prime))),
  ]
}
