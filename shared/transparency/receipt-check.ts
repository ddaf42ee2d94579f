import { refuseUnless } from './bytes.ts'
import { parseVerifierKey } from './note.ts'
import { verifyProof, type VerifiedProof } from './proof-file.ts'

type LoggedReceipt = {
  /** The text that the receipt's signature covers. */
  text: string
  proof: string
  logKeys: readonly string[]
}

/** Throws unless the log contains the charge of this receipt: same donation, same amount. */
export async function verifyLoggedReceipt({
  text,
  proof,
  logKeys,
}: LoggedReceipt): Promise<VerifiedProof> {
  const verified = await verifyWithAny(proof, logKeys)
  const { kind, raised } = verified.leaf
  const facts = new Map(
    text.split('\n').map((line) => {
      const [name = '', ...rest] = line.split(': ')
      return [name, rest.join(': ')]
    }),
  )
  const amount = `NGN ${Math.floor(raised / 100)}.${String(raised % 100).padStart(2, '0')}`
  refuseUnless(kind === 'charge', 'the leaf is no donation')
  refuseUnless(facts.get('subject') === verified.subject, 'the leaf is about another donation')
  refuseUnless(facts.get('amount') === amount, 'the leaf has another amount')
  return verified
}

/** A log that changes its key signs with both for a while, and old proofs have the old one. */
export async function verifyWithAny(
  proof: string,
  logKeys: readonly string[],
): Promise<VerifiedProof> {
  let failure: unknown = new Error('the log has no key')
  for (const key of logKeys)
    try {
      return await verifyProof(proof, parseVerifierKey(key))
    } catch (error) {
      failure = error
    }
  throw failure
}
