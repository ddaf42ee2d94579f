import type { Language } from '#shared/language.ts'
import type { Translation } from '#shared/translation.ts'

import { refundText as pidginRefund } from './pcm/refund.ts'
import { refundText } from './refund.ts'

const english = { refund: refundText }

/** The texts of mails and PDFs by language. */
export const texts: Record<Language, Translation<typeof english>> = {
  en: english,
  pcm: { refund: pidginRefund },
}
