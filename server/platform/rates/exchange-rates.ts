import { readFile } from 'node:fs/promises'

import { type Abroad, currencies, type Currency } from '#shared/abroad.ts'
import { browserNames } from '#shared/browser-names.ts'

import type { Log } from '../runtime/log.ts'

/** Naira for one unit of each currency that is known, on one day. */
export type Rates = { day: string; naira: Partial<Record<Currency, number>> }

/** Sums in foreign currencies, for readers who choose one. */
export type ExchangeRates = Awaited<ReturnType<typeof openExchangeRates>>

/** The part of a cache key by which documents of different views differ. */
export const toViewKey = (view: Abroad | undefined) =>
  view ? ` ${view.currency} ${view.naira} ${view.day} ${view.isChosen}` : ''

type Options = { source: string; now: () => Date; log: Pick<Log, 'warn'> }

const longestAgeMs = 48 * 3_600_000
const rereadMs = 60_000
const pagesWithSums = /^\/(?:c|donations)\//

/** `source` is the path of a file, which is read again each minute, or the rates themselves. */
export async function openExchangeRates({ source, now, log }: Options) {
  let rates: Rates | undefined
  let readAt = 0
  const read = async () => {
    readAt = now().getTime()
    try {
      const text = isDay(source.slice(0, 10)) ? source : await readFile(source, 'utf8')
      const found = parseRates(text, now())
      // A file that is being written keeps the rates before, as long as they are not too old.
      if (found) rates = found
      else log.warn({ source }, 'the exchange rates cannot be read')
    } catch (error) {
      log.warn({ err: error }, 'the exchange rates cannot be read')
    }
  }
  await read()
  return {
    /** What the document of a path shows, by the cookie or else the languages of the browser. */
    findView: (path: string, cookies: string | undefined, languages: string | undefined) => {
      if (!pagesWithSums.test(path)) return undefined
      const at = now().getTime()
      if (Math.abs(at - readAt) >= rereadMs) void read()
      if (!rates) return undefined
      const { start, until } = toLife(rates.day)
      if (at < start || at > until) return undefined
      const chosen = currencyCookie.exec(cookies ?? '')?.[1]
      const currency = chosen === undefined ? proposeCurrency(languages) : parseCurrency(chosen)
      const naira = currency && rates.naira[currency]
      if (!naira) return undefined
      return { currency, naira, day: rates.day, until, isChosen: chosen !== undefined }
    },
  }
}

/** A rate has a day and no time, so its age counts from the midnight in Lagos at which the day began. */
function toLife(day: string) {
  const start = Date.parse(`${day}T00:00:00+01:00`)
  return { start, until: start + longestAgeMs }
}

const currencyCookie = new RegExp(`(?:^|;\\s*)${browserNames.currency}=([^;]*)`)

const parseCurrency = (code: string | undefined) => currencies.find((each) => each === code)

const euroRegions = new Set(
  'AT BE BG CY DE EE ES FI FR GR HR IE IT LT LU LV MT NL PT SI SK'.split(' '),
)

/** By the region of the first language. None for readers with a language or the region of Nigeria, and where no region is named. */
function proposeCurrency(languages = ''): Currency | undefined {
  const tags = languages.slice(0, 200).split(',')
  const names = tags.map((tag) => (tag.split(';')[0] ?? '').trim())
  if (names.some((name) => /^(?:yo|ig|ha|pcm)\b|-NG$/i.test(name))) return undefined
  const region = findRegion(names[0])
  if (region === undefined) return undefined
  return region === 'GB' ? 'GBP' : euroRegions.has(region) ? 'EUR' : 'USD'
}

/** English is written everywhere, other languages are asked for their most likely region. */
function findRegion(name = ''): string | undefined {
  try {
    const locale = new Intl.Locale(name)
    return locale.language === 'en' ? locale.region : locale.maximize().region
  } catch {
    return undefined
  }
}

const isDay = (text: string) =>
  /^20\d\d-\d\d-\d\d$/.test(text) && new Date(`${text}T00:00Z`).toJSON()?.slice(0, 10) === text

/**
 * The newest rates that are not of a later day: the CSV of the Central Bank of Nigeria, XML in the format of the European Central Bank with
 * naira among its currencies, or one line of the operator. Undefined for everything else.
 */
export function parseRates(text: string, now: Date): Rates | undefined {
  const read = text.includes('<Cube') ? readXml : isDay(text.slice(0, 10)) ? readLine : readCsv
  let newest: Rates | undefined
  for (const rate of read(text)) {
    const { day, currency, naira } = rate
    if (!isUsable(rate, now) || day < (newest?.day ?? '')) continue
    newest = day === newest?.day ? newest : { day, naira: {} }
    newest.naira[currency] ??= naira
  }
  return newest
}

type Rate = { day: string; currency: Currency; naira: number }

const isUsable = ({ day, naira }: Rate, now: Date) =>
  isDay(day) && toLife(day).start <= now.getTime() && naira > 0 && naira < 1e9

/** NaN if it is no plain decimal number. */
const toNumber = (text = '') => (/^\d{1,9}(?:\.\d{1,12})?$/.test(text) ? Number(text) : Number.NaN)

/** '2026-11-28 USD=1520.5 GBP=2010 EUR=1640' */
function* readLine(text: string): Generator<Rate> {
  const [day = '', ...parts] = text.trim().split(/\s+/)
  for (const part of parts) {
    const [code, value] = part.split('=')
    const currency = parseCurrency(code)
    if (currency) yield { day, currency, naira: toNumber(value) }
  }
}

const cbnNames = new Map<string, Currency>([
  ['US DOLLAR', 'USD'],
  ['POUNDS STERLING', 'GBP'],
  ['EURO', 'EUR'],
])

function* readCsv(text: string): Generator<Rate> {
  const [head = '', ...lines] = text.replace(/^\uFEFF/, '').split(/\r?\n/)
  const columns = splitCells(head).map((name) => name.toLowerCase())
  const [day, currency, central] = ['rate date', 'currency', 'central rate'].map((name) =>
    columns.indexOf(name),
  )
  for (const line of lines) {
    const cells = splitCells(line)
    const known = cbnNames.get((cells[currency ?? -1] ?? '').toUpperCase())
    const naira = toNumber(cells[central ?? -1]?.replaceAll(',', ''))
    if (known) yield { day: toDay(cells[day ?? -1] ?? ''), currency: known, naira }
  }
}

const splitCells = (line: string) =>
  [...line.matchAll(/(?:^|,)(?:"([^"]*)"|([^,"]*))/g)].map(([, quoted, bare]) =>
    (quoted ?? bare ?? '').trim(),
  )

/** The bank writes days as '11/28/2026'. */
function toDay(text: string): string {
  const [, month = '', day = '', year] = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(text) ?? []
  return year === undefined ? text : `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
}

/** Each rate is for one euro. */
function* readXml(text: string): Generator<Rate> {
  for (const part of text.split('<Cube time=').slice(1)) {
    const day = /^["']([^"']*)["']/.exec(part)?.[1] ?? ''
    const perEuro = new Map([['EUR', 1]])
    for (const cube of part.split('<Cube')) {
      const [code, rate] = ['currency', 'rate'].map(
        (name) => new RegExp(`\\s${name}=["']([^"']*)["']`).exec(cube)?.[1],
      )
      if (code && code !== 'EUR') perEuro.set(code, toNumber(rate))
    }
    const naira = perEuro.get('NGN') ?? Number.NaN
    for (const currency of currencies)
      yield { day, currency, naira: naira / (perEuro.get(currency) ?? Number.NaN) }
  }
}
