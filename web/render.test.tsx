import { expect, it } from 'vitest'

import { sharePath } from '#shared/share.ts'
import { wellDetail } from '#test/web/campaigns.ts'

import { render } from './render.tsx'

const site = {
  origin: 'https://ajo.example',
  mode: 'live' as const,
  supportEmail: 'support@ajo.example',
  supportHours: null,
  address: ['Ajo', 'Lagos, Nigeria'],
  year: 2026,
  isSignedIn: false,
}
const emptyLists = {
  supporters: [],
  next: null,
  canReply: false,
  canHide: false,
  canPublish: false,
  updates: [],
  canWrite: false,
  isFollowing: null,
}
const hostile = '</script><script>alert(1)</script>'

const page = (path: string, title = wellDetail.title) =>
  render(new Request(`https://ajo.example${path}`), {
    fetchApi: async () =>
      Response.json({
        campaign: { ...wellDetail, title },
        edits: [],
        documents: [],
        ...emptyLists,
      }),
    site,
  })

it('has the structured data of a campaign, and its picture for link previews', async () => {
  const made = await page('/c/a-well-for-oke-odo', hostile)
  expect(made).toMatchObject({
    kind: 'page',
    status: 200,
    structuredData: {
      '@type': 'WebPage',
      name: hostile,
      url: 'https://ajo.example/c/a-well-for-oke-odo',
      potentialAction: { '@type': 'DonateAction' },
    },
  })
  const picture = sharePath({ ...wellDetail, title: hostile })
  expect('head' in made && made.head).toContain(`content="https://ajo.example${picture}"`)
})

it.each(['/c/an-older-address', '/c/A-Well-For-Oke-Odo'])(
  'redirects %s to the current slug of the campaign',
  async (path) => {
    expect(await page(path)).toMatchObject({
      kind: 'redirect',
      status: 301,
      location: '/c/a-well-for-oke-odo',
    })
  },
)

it('has no structured data on other pages', async () => {
  expect(await page('/login')).not.toHaveProperty('structuredData')
})
