import { expect, it, onTestFinished } from 'vitest'

import { toCampaignList, wellCard } from '#test/support/web/campaigns.ts'
import { fakeApi, refusal } from '#test/support/web/fake-api.ts'

import { suggestCampaigns } from './suggest-campaigns.ts'

it('asks once for what was typed before a pause, and leaves the list as it is after a refusal', async () => {
  const { received } = fakeApi({
    'GET /api/campaigns?limit=8&q=well': toCampaignList(wellCard, wellCard),
    'GET /api/campaigns?limit=8&q=wells': refusal(429, 'too-many-requests'),
  })
  const field = document.createElement('input')
  field.name = 'q'
  document.body.replaceChildren(field)
  // Test files share the document.
  onTestFinished(() => field.remove())
  suggestCampaigns()
  const type = (words: string) => {
    field.value = words
    field.dispatchEvent(new Event('input', { bubbles: true }))
  }
  const list = () => [...(field.list?.options ?? [])].map(({ value }) => value)
  for (const words of ['w', 'we', 'well']) type(words)
  await expect.poll(list).toEqual([wellCard.title, wellCard.city])
  type('wells')
  await expect
    .poll(() => received.map(({ route }) => route.split('q=')[1]))
    .toEqual(['well', 'wells'])
  expect(list()).toEqual([wellCard.title, wellCard.city])
})
