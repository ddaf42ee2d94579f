import type { Kobo } from '#shared/money.ts'

const small =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  )
const tens = '- - twenty thirty forty fifty sixty seventy eighty ninety'.split(' ')
const scales = [
  [1_000_000_000, 'billion'],
  [1_000_000, 'million'],
  [1_000, 'thousand'],
] as const

/** The sum in English words, as cheques and receipts in Nigeria state it: "Five thousand naira, fifty kobo only". */
export function toNairaWords(amount: Kobo): string {
  const kobo = amount % 100
  const naira = `${toWords(Math.floor(amount / 100))} naira`
  const words = kobo === 0 ? `${naira} only` : `${naira}, ${toWords(kobo)} kobo only`
  return words.charAt(0).toUpperCase() + words.slice(1)
}

function toWords(number: number): string {
  for (const [scale, name] of scales)
    if (number >= scale)
      return join(`${toWords(Math.floor(number / scale))} ${name}`, number % scale, ', ')
  if (number >= 100)
    return join(`${small[Math.floor(number / 100)]} hundred`, number % 100, ' and ')
  if (number >= 20) return join(tens[Math.floor(number / 10)] ?? '', number % 10, '-')
  return small[number] ?? ''
}

/** A rest below one hundred follows "and": one thousand and five. */
function join(words: string, rest: number, separator: string): string {
  if (rest === 0) return words
  return `${words}${separator === ', ' && rest < 100 ? ' and ' : separator}${toWords(rest)}`
}
