import { errorSentences } from '#shared/error-sentences.ts'

import { Refused } from '../../platform/http/context.ts'
import type { CodeSource, TwoFactor } from './two-factor.ts'

type EnteredCode = { uid: string; code: string; source: CodeSource }

export async function requireTwoFactor(
  twoFactor: Pick<TwoFactor, 'verifyCode'>,
  { uid, code, source }: EnteredCode,
) {
  const message = errorSentences['two-factor-code-required']
  if (code === '') throw new Refused('two-factor-code-required', { fields: { code: [message] } })
  const result = await twoFactor.verifyCode(uid, code, source)
  if (result !== 'right') throw toRefusal(result)
}

export function toRefusal(result: 'wrong' | 'too-many') {
  if (result === 'too-many') return new Refused('too-many-requests', { retryAfterSeconds: 15 * 60 })
  const fields = { code: [errorSentences['two-factor-code-wrong']] }
  return new Refused('two-factor-code-wrong', { fields })
}
