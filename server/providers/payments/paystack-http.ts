import * as z from 'zod/mini'

import { PaymentsUnavailable } from './payments.ts'

export type HttpOptions = {
  baseUrl: string
  secretKey: string
  fetch: typeof fetch
  timeoutMs: number
}

/** A call that the provider understood and refused. */
type Refusal = { status: number; code: unknown; message: string }

type Answer = { kind: 'ok'; data: unknown; meta: unknown } | ({ kind: 'refused' } & Refusal)

/** One call, never repeated: where nobody knows whether it had an effect, asking again could charge twice. */
export type Call = (method: 'GET' | 'POST' | 'PUT', path: string, body?: unknown) => Promise<Answer>

const mostBytes = 4 * 1_024 * 1_024

const envelopeSchema = z.object({
  status: z.boolean(),
  message: z._default(z.string(), ''),
  data: z.optional(z.unknown()),
  meta: z.optional(z.unknown()),
  type: z.optional(z.unknown()),
  code: z.optional(z.unknown()),
})

/** Refused calls are values; whatever else goes wrong is `PaymentsUnavailable`, told without addresses or keys. */
export function paystackHttp({ baseUrl, secretKey, fetch, timeoutMs }: HttpOptions): Call {
  // fetch repeats a header that it cannot send in its error.
  if (!/^sk_\w{8,128}$/.test(secretKey)) throw new Error('the payment secret key is malformed')
  const headers = { authorization: `Bearer ${secretKey}`, accept: 'application/json' }
  const base = baseUrl.replace(/\/$/, '')

  return async (method, path, body) => {
    const what = `${method} ${path.split('?')[0]}`
    const { status, text } = await exchange(what, () =>
      fetch(base + path, {
        method,
        headers: body === undefined ? headers : { ...headers, 'content-type': 'application/json' },
        ...(body !== undefined && { body: JSON.stringify(body) }),
        redirect: 'manual',
        signal: AbortSignal.timeout(timeoutMs),
      }),
    )
    return answerOf(what, status, text)
  }
}

async function exchange(what: string, send: () => Promise<Response>) {
  try {
    const response = await send()
    return { status: response.status, text: await textOf(response) }
  } catch (error) {
    throw new PaymentsUnavailable(`${what}: ${reasonOf(error)}`)
  }
}

async function textOf(response: Response): Promise<string> {
  const chunks: Uint8Array[] = []
  let sizeBytes = 0
  for await (const chunk of response.body ?? []) {
    sizeBytes += chunk.byteLength
    if (sizeBytes > mostBytes) throw new RangeError('the answer is too large')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

function answerOf(what: string, status: number, text: string): Answer {
  const unavailable = () => new PaymentsUnavailable(`${what}: answered ${status}`)
  // 401 and 403 are about our key: nothing that whoever started the call could mend.
  if (status < 200 || (status >= 300 && status < 400) || status >= 500) throw unavailable()
  if ([401, 403, 408, 429].includes(status)) throw unavailable()
  const envelope = z.safeParse(envelopeSchema, jsonOf(text))
  if (!envelope.success) throw new PaymentsUnavailable(`${what}: answered ${status} and no sense`)
  const { status: succeeded, message, data, meta, type, code } = envelope.data
  if (succeeded && status < 300) return { kind: 'ok', data, meta }
  if (succeeded) throw unavailable()
  return { kind: 'refused', status, code, message: sentenceOf(type, message, meta) }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** `message: nextStep` where what was sent is at fault (specification §8), in the provider's own words. */
function sentenceOf(type: unknown, message: string, meta: unknown): string {
  const nextStep = z.safeParse(z.object({ nextStep: z.string() }), meta)
  const isOurs = type === 'validation_error' && nextStep.success
  const sentence = isOurs ? `${message}: ${nextStep.data.nextStep}` : message
  return sentence
    .slice(0, 500)
    .replace(/\p{Cc}+/gu, ' ')
    .replace(/\bsk_\w+/g, '[key]')
}

/** Why a call failed, in words that hold nothing of what was sent. */
function reasonOf(error: unknown): string {
  if (error instanceof RangeError) return error.message
  if (error instanceof Error && error.name === 'TimeoutError') return 'no answer in time'
  const cause = error instanceof Error ? error.cause : undefined
  const code = z.safeParse(z.object({ code: z.string() }), cause)
  return code.success ? code.data.code : 'no connection'
}
