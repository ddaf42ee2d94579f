export const currencies = ['USD', 'GBP', 'EUR'] as const

export type Currency = (typeof currencies)[number]

/** What a reader abroad sees beside sums in naira. Without rates, and for everybody else, there is none. */
export type Abroad = {
  currency: Currency
  /** Naira for one unit. */
  naira: number
  day: string
  /** The moment in milliseconds from which the rate is too old to be shown. */
  until: number
  /** False where the languages of the browser only propose the currency. */
  isChosen: boolean
}
