import { expect, it } from 'vitest'
import * as z from 'zod/mini'

import { toHex } from '#shared/transparency/bytes.ts'
import { commit, decodeLeaf } from '#shared/transparency/leaf.ts'
import { verifyLoggedReceipt } from '#shared/transparency/receipt-check.ts'
import { verificationSchema } from '#shared/receipt.ts'
import { insertCampaignBy } from '#test/support/campaigns/campaigns.ts'
import { testDatabase } from '#test/support/database/database.ts'
import { openLogApp } from '#test/support/servers/log-app.ts'
import { ada, bola, createPerson } from '#test/support/people/people.ts'

import { sql } from '../platform/database/sql.ts'
import { erasePerson } from '../people/privacy/personal-data.ts'

const { database, owner } = await testDatabase()
const at = await openLogApp({ database, owner })

async function readTree() {
  return owner.rows(
    z.object({ text: z.string() }),
    sql`select note as text from log_checkpoint union all select encode(leaf || hash, 'hex') from log_leaf order by 1`,
  )
}

it('erases every person of a campaign without changing a leaf, a checkpoint or a proof', async () => {
  const organiser = await createPerson(database, ada)
  const donor = await createPerson(database, bola)
  const campaign = await insertCampaignBy(at.content, organiser, 'approved', {
    endDate: '2027-06-01',
  })
  const references: string[] = []
  for (let turn = 0; turn < 6; turn++)
    references.push(
      await at.donate(donor.email, { campaign, donorUid: donor.uid, form: { name: 'Bola Ade' } }),
    )
  // A running campaign, or money that was not paid out, holds the organiser's account.
  at.provider.addSettlement(references)
  await at.payouts.reconcileSettlements()
  await at.content.changeCampaign(campaign.id, { from: 'approved', to: 'ended' })
  await at.runJobs()
  const codes = await database.rows(z.object({ code: z.string() }), sql`select code from receipt`)
  const receipts = await Promise.all(
    codes.map(async ({ code }) =>
      z.parse(verificationSchema, await (await at.app.request(`/api/verify/${code}`)).json()),
    ),
  )
  const before = await readTree()
  const salts = await owner.rows(
    z.object({ salt: z.instanceof(Buffer) }),
    sql`select salt from log_opening where leaf_index > 0 and subject !~ '^(payout|payee):'`,
  )

  for (const person of [donor, organiser]) await erasePerson(at, { ...person, kind: 'user' })

  expect(await readTree()).toEqual(before)
  expect((await at.transparency.checkLog()).findings).toEqual([])
  const left = await owner.rows(
    z.object({ subject: z.string() }),
    sql`select subject from log_opening where subject !~ '^(payout|payee):'`,
  )
  // A payout names no person. The approval of a payee is kept with the payouts to it.
  expect(left).toEqual([{ subject: 'genesis:new' }])
  // A receipt that was kept is still proved by its own proof.
  expect(receipts).toHaveLength(6)
  for (const { signed, logged } of receipts)
    await verifyLoggedReceipt({ text: signed.text, proof: '', logKeys: [], ...logged })

  // Neither ids, references, transactions nor addresses open a leaf without the salts, which are gone.
  const guesses = await owner.rows(
    z.object({ id: z.string(), reference: z.string(), number: z.string() }),
    sql`select donation.id, reference, coalesce(receipt.number, '') as number from donation
        left join receipt on receipt.donation_id = donation.id`,
  )
  const subjects = guesses.flatMap(({ id, reference, number }) => [
    `donation:${id}`,
    reference,
    number,
  ])
  const leaves = await owner.rows(
    z.object({ leaf: z.instanceof(Buffer) }),
    sql`select leaf from log_leaf`,
  )
  const commitments = new Set(leaves.map(({ leaf }) => toHex(decodeLeaf(leaf).commitment)))
  for (const subject of [...subjects, donor.email, donor.uid, organiser.uid, 'Bola Ade'])
    for (const salt of [new Uint8Array(32), new Uint8Array(32).fill(255)])
      expect(commitments.has(toHex(commit({ salt, subject })))).toBe(false)
  expect(salts.every(({ salt }) => salt.length === 32)).toBe(true)
  expect(new Set(salts.map(({ salt }) => toHex(salt))).size).toBe(6)
})
