import type { Verification } from '#shared/receipt.ts'
import { encodeText, joinBytes } from '#shared/transparency/bytes.ts'
import { formatCheckpoint } from '#shared/transparency/checkpoint.ts'
import { commit, encodeLeaf } from '#shared/transparency/leaf.ts'
import { hashLeaf, hashNode } from '#shared/transparency/merkle.ts'
import { formatNote, formatVerifierKey, toVerifierKey } from '#shared/transparency/note.ts'
import { formatProofFile } from '#shared/transparency/proof-file.ts'

/** A receipt of ₦5,000 whose donation is the second entry of a log of two, signed by a key of its own. */
export async function loggedReceipt(): Promise<Pick<Verification, 'signed' | 'logged'>> {
  const opening = { salt: new Uint8Array(32).fill(7), subject: 'donation:1' }
  const leaf = encodeLeaf({
    kind: 'charge',
    tag: new Uint8Array(16),
    place: 1,
    refersTo: undefined,
    day: 20_780,
    donor: -500_000,
    owner: 482_400,
    platform: 100,
    provider: 17_500,
    raised: 500_000,
    sum: 500_000,
    commitment: commit(opening),
  })
  const sibling = hashLeaf(encodeText('genesis'))
  const { privateKey, publicKey } = await crypto.subtle.generateKey('Ed25519', true, ['sign'])
  const raw = new Uint8Array(await crypto.subtle.exportKey('raw', publicKey))
  const key = toVerifierKey('ajo.example/log/live', raw)
  const root = hashNode(sibling, hashLeaf(leaf))
  const text = formatCheckpoint({ origin: key.name, size: 2, root })
  const signature = new Uint8Array(
    await crypto.subtle.sign('Ed25519', privateKey, encodeText(text)),
  )
  const checkpoint = formatNote({
    text,
    signatures: [{ name: key.name, id: key.id, signature: joinBytes(signature) }],
  })
  return {
    signed: {
      text: 'Ajo receipt\namount: NGN 5000.00\nsubject: donation:1\n',
      signature: 'c2ln',
      keyId: '0123456789abcdef',
    },
    logged: {
      proof: formatProofFile({ leaf, opening, index: 1, hashes: [sibling], checkpoint }),
      logKeys: [formatVerifierKey(key)],
      entry: { index: 1, size: 2 },
    },
  }
}
