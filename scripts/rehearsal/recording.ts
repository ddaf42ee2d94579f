import * as z from 'zod/mini'
import { parseJson } from '#shared/json.ts'

const exchangeSchema = z.object({
  call: z.string(),
  sent: z.optional(z.unknown()),
  status: z.int(),
  answer: z.unknown(),
})

export const recordingSchema = z.object({
  /** Where the answers come from: Paystack's test mode or the sandbox. */
  source: z.enum(['test', 'sandbox']),
  startedAt: z.string(),
  findings: z.array(z.string()),
  exchanges: z.array(exchangeSchema),
})
export type Recording = z.output<typeof recordingSchema>

const placeholderOrigin = 'https://checkout.paystack.com'

/** One line for each finding and answer, so that a later recording can be compared with it. */
export function toText({ exchanges, findings, ...fields }: Recording): string {
  const lines = (rows: unknown[]) => rows.map((row) => `    ${JSON.stringify(row)}`).join(',\n')
  const start = JSON.stringify(fields, null, 2).replace(/\n}$/, '')
  return `${start},\n  "findings": [\n${lines(findings)}\n  ],\n  "exchanges": [\n${lines(exchanges)}\n  ]\n}\n`
}

/** A fetch that remembers each call below `baseUrl` and its answer. `take` returns them without anything personal. */
export function recorder({ baseUrl, references }: { baseUrl: string; references: string }) {
  const { scrub, scrubAnswer, scrubPath } = scrubber(references)
  const exchanges: Recording['exchanges'] = []
  const record: typeof fetch = async (input, init) => {
    const response = await fetch(input, init)
    const text = await response.clone().text()
    const path = toPath(input).slice(new URL(baseUrl).pathname.replace(/\/$/, '').length)
    const sent = typeof init?.body === 'string' ? parseJson(init.body) : undefined
    exchanges.push({
      call: `${init?.method ?? 'GET'} ${scrubPath(path)}`,
      ...(sent !== undefined && { sent: scrub(sent) }),
      status: response.status,
      answer: scrubAnswer(parseJson(text) ?? null),
    })
    return response
  }
  return { fetch: record, take: () => exchanges }
}

/** A fetch that gives the recorded answers in their order, and refuses any other call. */
export function replayer({ exchanges }: Recording) {
  let at = 0
  const replay: typeof fetch = async (input, init) => {
    const call = `${init?.method ?? 'GET'} ${toPath(input)}`
    const recorded = exchanges[at++]
    if (recorded?.call !== call)
      throw new RangeError(`call ${at} is ${call}; recorded: ${recorded?.call ?? 'none'}`)
    return Response.json(recorded.answer, { status: recorded.status })
  }
  return { fetch: replay, origin: placeholderOrigin, countLeft: () => exchanges.length - at }
}

function toPath(input: Parameters<typeof fetch>[0]): string {
  const { pathname, search } = new URL(input instanceof Request ? input.url : input)
  return pathname + search
}

/** Texts that say how the provider answers. Every other text is replaced. */
const allowedTexts = new Set(
  `status type code nextStep domain currency channel card_type brand country_code bearer bearer_type
  resolution category refund_type settlement_schedule product model_responsible provider_slug slug expected_at
  settlement_date refunded_at refunded_by createdAt updatedAt created_at updated_at paid_at paidAt transaction_date dueAt resolvedAt
  assigned_at expires_at expired_at assignment_expires_at account_type assignee_type entry_point source percentage_charge
  transaction_charge`.split(/\s+/),
)

/** Numbers that the ledger reads, and ids of the provider's rows. */
const allowedNumber =
  /(?:^|_)(?:id|row|integration|transaction|dispute|settlement|refund|bank|amount|fees?|charge|share|deductions|processed|volume|balance|difference|paystack|subaccount|total|transactions|skipped|perpage|page|pagecount|active|assigned|migrate|time|attempts|errors|spent|deducted|paid|percentage)$/i

const money = /amount|charge|fee|total|volume|balance|difference|deduct/i
const secret = /\b[ps]k_\w+|[\w.+-]+@[\w.-]+|\+?\d[\d\s-]{6,}\d/g
const isDate = (text: string) => /^\d{4}-\d\d-\d\d(?:T[\d:.]+Z?)?$/.test(text)

/** Removes keys, addresses, names, phone numbers, account numbers and card data from recorded answers. Equal codes stay equal. */
export function scrubber(ownReferences: string) {
  const aliases = new Map<string, string>()
  const toAlias = (text: string, start: string) => {
    if (!aliases.has(text)) aliases.set(text, `${start}${aliases.size + 1}`)
    return aliases.get(text) ?? ''
  }

  const scrubCode = (key: string, text: string): string | undefined => {
    if (key.endsWith('reference'))
      return text.startsWith(ownReferences) ? text : toAlias(text, 'ref-')
    if (/^\d+$/.test(text)) return money.test(key) ? text : '0'.repeat(text.length)
    return undefined
  }

  /** Equal codes stay equal, so that a replayed answer names what an earlier one named. */
  const hideText = (key: string, text: string): string => {
    if (/^https?:/.test(text)) return 'https://checkout.paystack.com/removed'
    if (/^[A-Z]{2,5}_\w+$/.test(text)) return toAlias(text, `${text.split('_')[0]}_`)
    return key === 'next' || key === 'previous' ? toAlias(text, 'cursor-') : 'removed'
  }

  const scrubText = (key: string, text: string): string => {
    if (text === '' || text === 'null') return text
    if (/^[[{]/.test(text)) return JSON.stringify(scrub(parseJson(text), key) ?? null)
    if (isDate(text)) return allowedTexts.has(key) ? text : '2026-01-01T00:00:00.000Z'
    const code = scrubCode(key, text)
    if (code !== undefined) return code
    return allowedTexts.has(key) ? text.replace(secret, '[removed]') : hideText(key, text)
  }

  /** The message about a call is the provider's own sentence; messages inside the data can quote people. */
  const scrubAnswer = (answer: unknown): unknown => {
    const scrubbed = scrub(answer)
    const { data } = z.safeParse(z.object({ message: z.string() }), answer)
    if (!data || typeof scrubbed !== 'object') return scrubbed
    return { ...scrubbed, message: data.message.replace(secret, '[removed]') }
  }

  const scrub = (value: unknown, key = ''): unknown => {
    if (typeof value === 'string') return scrubText(key, value)
    if (typeof value === 'number') return allowedNumber.test(key) ? value : 0
    if (Array.isArray(value)) return value.map((item) => scrub(item, key))
    if (typeof value !== 'object' || value === null) return value
    const entries = Object.entries(value).map(([name, item]) => [name, scrub(item, name)])
    return Object.fromEntries(entries) as unknown
  }

  /** A path with its query: codes that were seen before get their aliases. */
  const scrubPath = (path: string): string => {
    const [names = '', query] = path.split('?')
    const parts = names.split('/').map((part) => aliases.get(decodeURIComponent(part)) ?? part)
    if (query === undefined) return parts.join('/')
    const values = [...new URLSearchParams(query)].map(([key, value]): [string, string] => [
      key,
      aliases.get(value) ?? (/number|email|phone/.test(key) ? scrubText(key, value) : value),
    ])
    return `${parts.join('/')}?${new URLSearchParams(values).toString()}`
  }

  return { scrub, scrubAnswer, scrubPath }
}
