import * as z from 'zod/mini'

import { parseJson } from '#shared/json.ts'
import type { TestCard } from '#packages/paystack-sandbox/src/index.ts'

export type TestMeans = { card: TestCard } | { bank: { code: string; account_number: string } }

type Call = { baseUrl: string; secretKey: string }

const answerSchema = z.object({
  message: z._default(z.string(), ''),
  data: z.optional(z.nullable(z.object({ status: z.optional(z.string()) }))),
})

/** Where the provider's test bank and test cards expect an answer. */
const fixedAnswers = { birthday: '2007-04-15', phone: '+2348100000000', otp: '123456' }

/** The most questions that a test card asks, with one to spare. */
const maxSteps = 5

/**
 * Pays without a checkout page, by the provider's charge API. Returns the last status. The product never does this: donors give
 * card data to the provider's own page only.
 */
export async function chargeTestMeans(
  { baseUrl, secretKey }: Call,
  payment: Record<string, unknown>,
  means: TestMeans,
): Promise<string> {
  const post = async (path: string, body: unknown) => {
    const response = await fetch(`${baseUrl.replace(/\/$/, '')}${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${secretKey}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(30_000),
    })
    const answer = z.safeParse(answerSchema, parseJson(await response.text())).data
    return answer?.data?.status ?? `refused: ${answer?.message ?? response.status}`
  }

  const answers = { ...fixedAnswers, ...('card' in means && pickCodes(means.card)) }
  let status = await post('/charge', { ...payment, ...toDetails(means) })
  for (let step = 0; step < maxSteps; step++) {
    const question = /^send_(pin|otp|phone|birthday)$/.exec(status)?.[1]
    const answer = Object.entries(answers).find(([name]) => name === question)?.[1]
    if (question === undefined || answer === undefined) return status
    status = await post(`/charge/submit_${question}`, {
      reference: payment.reference,
      [question]: answer,
    })
  }
  return status
}

const pickCodes = ({ pin, otp }: TestCard) => ({ ...(pin && { pin }), ...(otp && { otp }) })

function toDetails(means: TestMeans) {
  if ('bank' in means) return means
  const { number, cvv } = means.card
  return { card: { number, cvv, expiry_month: '12', expiry_year: '2030' } }
}
