import * as z from 'zod/mini'

import { parseJson } from '#shared/json.ts'

import { scrubber } from './scrub.ts'

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
