import { randomUUID } from 'node:crypto'

import { expect, it } from 'vitest'

import { claimsStaff, needsReview } from '#shared/support-words.ts'
import { as, visitor } from '#test/support/people/people.ts'

import { donationForm } from '../architecture/matrix-payment.ts'
import { openWorld } from '../architecture/matrix-world.ts'
import { password, signUpForm } from './person.ts'
import { honestNames, honestTexts, hostileNames, hostileTexts } from './stranger-words.ts'

it('holds hostile texts and names back and lets honest ones in five languages through', () => {
  const missedTexts = hostileTexts.filter((text) => !needsReview(text))
  const missedNames = hostileNames.filter((name) => !claimsStaff(name))
  const held = [...honestTexts.filter(needsReview), ...honestNames.filter(claimsStaff)]
  process.stdout.write(
    `caught: ${100 - missedTexts.length} of 100 texts, ${100 - missedNames.length} of 100 names; held back: ${held.length} of 200\n`,
  )
  expect(missedTexts.length).toBeLessThanOrEqual(6)
  expect(missedNames.length).toBeLessThanOrEqual(3)
  expect(held).toEqual([])
})

it('refuses free names of donors and new accounts that claim to be Ajo', async () => {
  const { app, campaigns } = await openWorld()
  const send = async (path: string, body: object) => {
    const response = await as(app, visitor)(path, {
      method: 'POST',
      headers: { 'idempotency-key': randomUUID() },
      body,
    })
    return [response.status, await response.text()]
  }
  const donations = `/api/campaigns/${campaigns.owners.id}/donations`
  const refusal = [400, expect.stringContaining('does not claim to be Ajo')]
  expect(await send(donations, { ...donationForm, name: 'Аjo Support' })).toEqual(refusal)
  const name = { firstname: 'Ajo', lastname: 'Team' }
  expect(await send('/api/account', signUpForm(password, name))).toEqual(refusal)
  expect((await send(donations, { ...donationForm, name: 'Ajo Bello' }))[0]).toBe(201)
})
