import * as z from 'zod/mini'

import type { PaymentMode } from '#shared/donation.ts'
import { encodeText, equalBytes, FormatRefused, toHex } from '#shared/transparency/bytes.ts'
import { commit, decodeLeaf, type Leaf } from '#shared/transparency/leaf.ts'
import { hashLeaf } from '#shared/transparency/merkle.ts'
import { tileHeight } from '#shared/transparency/tiles.ts'
import { addLeaf, emptyFrontier, frontierRoot, type Frontier } from '#shared/transparency/tree.ts'

import type { Transaction } from '../platform/database/database.ts'
import { sql } from '../platform/database/sql.ts'
import type { Finding } from '../money/ledger/ledger-check.ts'
import { toDay, toSubject } from './add-batch.ts'

export const leafChecks = {
  numbers: 'the leaves of the log are numbered without a gap',
  entry: 'every leaf of the log has its entry',
  hash: 'every leaf of the log has the hash of its bytes',
  states: 'every leaf of the log states its entry',
  refers: 'every leaf of the log refers to the charge of its donation',
  places: 'the leaves of every campaign are numbered and summed',
  opening: 'every opening opens its leaf',
} as const

const rowSchema = z.object({
  index: z.int(),
  campaignId: z.nullable(z.string()),
  effectKey: z.nullable(z.string()),
  leaf: z.instanceof(Buffer),
  hash: z.instanceof(Buffer),
  kind: z.nullable(z.string()),
  donationId: z.nullable(z.string()),
  effectiveAt: z.nullable(z.date()),
  donor: z.nullable(z.int()),
  owner: z.nullable(z.int()),
  platform: z.nullable(z.int()),
  provider: z.nullable(z.int()),
  raised: z.nullable(z.int()),
  salt: z.nullable(z.instanceof(Buffer)),
  subject: z.nullable(z.string()),
  chargeIndex: z.nullable(z.int()),
  tag: z.nullable(z.instanceof(Buffer)),
})
type Row = z.output<typeof rowSchema>

const pageSize = 5_000

const readPage = (queries: Transaction, mode: PaymentMode, after: number) =>
  queries.rows(
    rowSchema,
    sql`
    select leaf.leaf_index as index, leaf.campaign_id as "campaignId", leaf.effect_key as "effectKey", leaf.leaf, leaf.hash,
      entry.kind, entry.donation_id as "donationId", entry.effective_at as "effectiveAt", entry.donor_kobo as donor,
      entry.owner_kobo as owner, entry.platform_kobo as platform, entry.provider_kobo as provider, entry.raised_kobo as raised,
      opening.salt, opening.subject, charge_leaf.leaf_index as "chargeIndex", campaign.tag
    from (
      select * from log_leaf where log = ${mode} and leaf_index > ${after} order by leaf_index limit ${pageSize}::integer) leaf
    left join ledger_entry entry on entry.campaign_id = leaf.campaign_id and entry.effect_key = leaf.effect_key
      and entry.mode = leaf.log
    left join log_opening opening on opening.log = leaf.log and opening.leaf_index = leaf.leaf_index
    left join ledger_entry charge on entry.kind <> 'charge' and charge.campaign_id = entry.campaign_id
      and charge.donation_id = entry.donation_id and charge.kind = 'charge'
    left join log_leaf charge_leaf on charge_leaf.campaign_id = charge.campaign_id and charge_leaf.effect_key = charge.effect_key
    left join log_campaign campaign on campaign.log = leaf.log and campaign.campaign_id = leaf.campaign_id
    order by leaf.leaf_index`,
  )

/** What the leaves add up to. `roots` are those of the sizes that were asked for. */
export type FoldedLog = {
  frontier: Frontier
  nodes: Map<string, string>
  roots: Map<number, Uint8Array>
  campaigns: Map<string, { place: number; raised: number }>
}

/** Reads all leaves once, compares each with its entry, and folds the tree anew. */
export async function foldLeaves(
  queries: Transaction,
  { mode, sizes }: { mode: PaymentMode; sizes: ReadonlySet<number> },
  report: (finding: Finding) => void,
): Promise<FoldedLog> {
  const folded: FoldedLog = {
    frontier: emptyFrontier,
    nodes: new Map(),
    roots: new Map([[0, frontierRoot(emptyFrontier)]]),
    campaigns: new Map(),
  }
  for (let after = -1; ;) {
    const page = await readPage(queries, mode, after)
    for (const row of page) {
      for (const finding of checkRow(folded, row)) report(finding)
      folded.frontier = addLeaf(folded.frontier, hashLeaf(row.leaf), ({ height, index }, hash) => {
        if (height > 0 && height % tileHeight === 0)
          folded.nodes.set(`${height / tileHeight} ${index}`, toHex(hash))
      })
      const { size } = folded.frontier
      if (sizes.has(size)) folded.roots.set(size, frontierRoot(folded.frontier))
    }
    const last = page.at(-1)
    if (!last) return folded
    after = last.index
  }
}

const toFinding = (name: string, key: number | string, ours: string, theirs: string): Finding => ({
  name,
  key: String(key),
  ours,
  theirs,
})

function checkRow(folded: FoldedLog, row: Row): Finding[] {
  const { index, hash } = row
  const findings: Finding[] = []
  const expect = (name: string, ours: string, theirs: string) => {
    if (ours !== theirs) findings.push(toFinding(name, index, ours, theirs))
  }
  expect(leafChecks.numbers, String(index), String(folded.frontier.size))
  expect(leafChecks.hash, toHex(hash), toHex(hashLeaf(row.leaf)))
  const leaf = tryDecode(row.leaf)
  if (leaf === undefined) {
    findings.push(toFinding(leafChecks.states, index, toHex(row.leaf), 'a leaf'))
    return findings
  }
  const isGenesis = index === 0
  if (row.kind === null) {
    if (!isGenesis) findings.push(toFinding(leafChecks.entry, index, row.effectKey ?? '', ''))
    expect(leafChecks.states, leaf.kind, isGenesis ? 'genesis' : leaf.kind)
  } else checkEntry(folded, row, leaf, expect)
  checkOpening(row, leaf, expect)
  return findings
}

type Expect = (name: string, ours: string, theirs: string) => void

function checkEntry({ campaigns }: FoldedLog, row: Row, leaf: Leaf, expect: Expect) {
  const day = row.effectiveAt ? toDay(row.effectiveAt) : 0
  const { kind, donor, owner, platform, provider, raised } = row
  const toText = (facts: readonly unknown[]) => facts.join(' ')
  expect(
    leafChecks.states,
    toText([
      leaf.kind,
      leaf.day,
      leaf.donor,
      leaf.owner,
      leaf.platform,
      leaf.provider,
      leaf.raised,
    ]),
    toText([kind, day, donor, owner, platform, provider, raised]),
  )
  expect(leafChecks.refers, String(leaf.refersTo ?? 'none'), String(row.chargeIndex ?? 'none'))
  const before = campaigns.get(row.campaignId ?? '') ?? { place: 0, raised: 0 }
  const after = { place: before.place + 1, raised: before.raised + leaf.raised }
  campaigns.set(row.campaignId ?? '', after)
  expect(
    leafChecks.places,
    `${toHex(leaf.tag)} ${leaf.place} ${leaf.sum}`,
    `${toHex(row.tag ?? new Uint8Array())} ${after.place} ${after.raised}`,
  )
}

/** A leaf whose opening was erased with its person is not compared. */
function checkOpening(
  { salt, subject, donationId, effectKey, kind }: Row,
  leaf: Leaf,
  expect: Expect,
) {
  if (!salt || subject === null) return
  if (kind !== null && effectKey !== null)
    expect(leafChecks.opening, subject, toSubject({ donationId, effectKey }))
  const isOpened =
    encodeText(subject).length <= 0xff_ff && equalBytes(commit({ salt, subject }), leaf.commitment)
  expect(leafChecks.opening, isOpened ? 'opens' : 'opens another leaf', 'opens')
}

function tryDecode(bytes: Uint8Array): Leaf | undefined {
  try {
    return decodeLeaf(bytes)
  } catch (error) {
    if (error instanceof FormatRefused) return undefined
    throw error
  }
}
