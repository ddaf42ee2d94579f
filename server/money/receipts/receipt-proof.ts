import { toBase64, encodeText } from '#shared/transparency/bytes.ts'

import type { IssuedReceipt } from './issue-receipt.ts'
import { toSignedText } from './receipt-facts.ts'

/** A line of a proof on paper. Readers of PDFs break longer ones at places that differ. */
const lineLength = 64

/**
 * Everything that verifies a receipt without Ajo, as lines for paper: the signed text, its signature and the proof file, joined by empty
 * lines and encoded in base64, because extraction from a PDF changes spaces and letters.
 */
export function toProofLines({ facts, signature }: IssuedReceipt, proof: string): string[] {
  const text = `${toSignedText(facts)}\nsignature ${signature.toString('base64')}\n\n${proof}`
  const encoded = toBase64(encodeText(text))
  const lines = encoded.match(new RegExp(`.{1,${lineLength}}`, 'g')) ?? []
  return ['-----BEGIN AJO PROOF-----', ...lines, '-----END AJO PROOF-----']
}
