import { randomUUID } from 'node:crypto'

import { describe, expect, it } from 'vitest'

import { donationListSchema, guestDonationsSchema } from '#shared/donation.ts'
import { claimedSchema, myDonationsSchema } from '#shared/overview.ts'
import { statementSchema } from '#shared/receipt.ts'
import { terms, toTermMs } from '#shared/terms.ts'
import { freshCampaignMoneyApp } from '#test/support/campaigns/campaign-money-app.ts'
import { readPdfText } from '#test/support/documents/pdf-text.ts'
import {
  ada,
  as,
  bola,
  createPerson,
  unverified,
  visitor,
  type Person,
} from '#test/support/people/people.ts'

import { createGuestDataUrl } from '../privacy/personal-data.ts'

const { at, campaign, organiser, database } = await freshCampaignMoneyApp()

async function donate(email: string, donorUid: string | null = null) {
  at.pass(1_000)
  const { accessCode, reference } = await at.startDonation(email, { campaign, donorUid })
  await at.pay(reference, { paidAt: at.clock.now })
  await at.runJobs()
  return accessCode
}

const guest = 'guest@example.com'
const toLink = (email = guest) => {
  const urlDeps = { sealing: at.sealing, publicUrl: 'https://ajo.example', now: at.now }
  return `/api${new URL(createGuestDataUrl(urlDeps, email)).pathname}`
}
const openLink = async (link: string) =>
  donationListSchema.parse(await (await as(at.app, visitor)(link)).json())
const toCodes = ({ donations }: { donations: { own?: { accessCode: string } | undefined }[] }) =>
  donations.map(({ own }) => own?.accessCode)

describe('GET /api/my-donations/:link', () => {
  it('lists a guest’s donations with receipts, newest first, without those of accounts and of others', async () => {
    const first = await donate(guest)
    const second = await donate(guest)
    await donate('other@example.com')
    await donate(guest, bola.uid)

    const { donations, next } = await openLink(toLink())
    expect(donations.map(({ own }) => own)).toEqual(
      [second, first].map((accessCode) => ({
        accessCode,
        slug: campaign.slug,
        receipt: expect.stringMatching(/^\d{4}-/) as string,
        payout: { state: 'waiting', at: null, last4: null },
        refunds: [],
        canRefund: true,
      })),
    )
    expect(next).toBeNull()
    at.pass(86_400_000)
    expect((await openLink(toLink())).donations[0]).toMatchObject({
      status: 'success',
      email: guest,
      own: { canRefund: false },
    })
  })

  it('has a statement of each year with the donations of the address', async () => {
    await donate(guest)
    await donate('other@example.com')
    const link = toLink()
    const list = await (await as(at.app, visitor)(link)).json()
    expect(guestDonationsSchema.parse(list).years).toEqual([2026])
    const pdf = await as(at.app, visitor)(`${link}/statements/2026/statement.pdf`)
    expect(pdf.headers.get('content-type')).toBe('application/pdf')
    const text = readPdfText(Buffer.from(await pdf.arrayBuffer()))
    expect(text).toContain(guest)
    expect(text).toContain('₦5,000.00')
    expect(text).not.toContain('₦10,000.00')
  })

  it('shows pages of 20', async () => {
    for (let number = 0; number < 21; number++) await donate(guest)
    const link = toLink()
    const first = await openLink(link)
    const second = await openLink(`${link}?after=${first.next}`)
    expect(new Set([...toCodes(first), ...toCodes(second)]).size).toBe(21)
    expect(second.next).toBeNull()
  })

  it('answers a link with 404 after 30 minutes', async () => {
    await donate(guest)
    const link = toLink()
    at.pass(toTermMs(terms.guestLink))
    expect((await as(at.app, visitor)(link)).status).toBe(404)
  })

  it('shows nothing that was erased', async () => {
    await donate(guest)
    const link = toLink()
    const erase = link.replace('/api/my-donations', '/my-data')
    expect((await as(at.app, visitor)(`${erase}/erase`, { method: 'POST' })).status).toBe(303)
    expect((await openLink(link)).donations).toEqual([])
  })
})

describe('POST /api/my-donations/claim', () => {
  const claim = async (who: Person) =>
    claimedSchema.parse(
      await (await as(at.app, who)('/api/my-donations/claim', { method: 'POST', body: {} })).json(),
    ).claimed
  const read = async (who: Person) =>
    myDonationsSchema.parse(await (await as(at.app, who)('/api/my-donations')).json())
  const listGiven = async (who: Person) =>
    donationListSchema.parse(await (await as(at.app, who)('/api/transactions?tab=given')).json())
  const withAddress = (email: string) => ({ ...bola, uid: randomUUID(), email })

  it('adds a guest’s donations to the account that has the same verified address, once', async () => {
    const codes = [await donate(guest), await donate(guest)]
    await donate('other@example.com')
    const person = await createPerson(database, withAddress(guest))
    expect(await read(person)).toMatchObject({ claimable: 2, donations: 0 })
    const overview = await (await as(at.app, person)('/api/overview/account')).json()
    expect(overview).toMatchObject({ nextSteps: [{ kind: 'claim-donations' }, {}] })

    expect(await Promise.all(Array.from({ length: 4 }, () => claim(person)))).toEqual(
      expect.arrayContaining([2, 0, 0, 0]),
    )
    expect(new Set(toCodes(await listGiven(person)))).toEqual(new Set(codes))
    expect(await read(person)).toMatchObject({
      claimable: 0,
      donations: 2,
      given: 10_000_00,
      campaigns: [{ id: campaign.id }],
    })
    const statement = statementSchema.parse(
      await (await as(at.app, person)('/api/statements/2026')).json(),
    )
    expect(statement.donations).toHaveLength(2)
    expect((await openLink(toLink())).donations).toEqual([])
    expect((await at.ledger.checkLedger()).findings).toEqual([])
  })

  it('adds nothing to an account without a verified address', async () => {
    const code = await donate(guest)
    const person = await createPerson(database, unverified(withAddress(guest)))
    expect(await at.donations.claimDonations(person)).toBe(0)
    expect(toCodes(await openLink(toLink()))).toEqual([code])
  })

  it('never takes the donations of another account or address, nor erased ones', async () => {
    const others = await donate(guest, ada.uid)
    await donate('other@example.com')
    const person = await createPerson(database, withAddress(guest))
    expect(await claim(person)).toBe(0)
    expect(toCodes(await listGiven(organiser))).toEqual([others])

    await donate(guest)
    const erase = toLink().replace('/api/my-donations', '/my-data')
    await as(at.app, visitor)(`${erase}/erase`, { method: 'POST' })
    expect(await read(person)).toMatchObject({ claimable: 0 })
    expect(await claim(person)).toBe(0)
  })

  it('shows a person only what the own account gave', async () => {
    await donate(ada.email, ada.uid)
    const person = await createPerson(database, withAddress(guest))
    expect(await read(person)).toMatchObject({ given: 0, donations: 0, campaigns: [] })
  })
})
