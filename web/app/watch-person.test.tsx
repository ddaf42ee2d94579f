import { act, screen, within } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'

import type { OwnView } from '#shared/own-view.ts'
import { adaSession } from '#test/support/web/accounts.ts'
import { fakeApi, refusal } from '#test/support/web/fake-api.ts'
import { expectAccessible, renderAt } from '#test/support/web/render.tsx'

import { setSignedIn, useSignedIn } from '../pages/parts/session/signed-in.ts'
import { PublicLayout } from '../layouts/public-layout.tsx'
import { watchPerson } from './watch-person.ts'

const campaignScreen = 'web/pages/public/campaign.tsx'
const match = { id: campaignScreen, params: {} }
const page = {
  matches: [match],
  loaderData: { [campaignScreen]: { campaign: { id: 'well' } } },
}
const landing = { matches: [{ ...match, id: 'web/pages/public/landing.tsx' }], loaderData: {} }
const own: OwnView = {
  account: { firstname: 'Ada', lastname: 'Okafor' },
  contact: { name: 'Efe', email: 'efe@example.org', phone: '' },
  contactHidden: null,
  isOwner: false,
  canWrite: false,
  isFollowing: true,
}
const stops: (() => void)[] = []

function Contact() {
  return <p>{useSignedIn()?.own?.view.contact?.email ?? 'no contact'}</p>
}

async function open(shown: Parameters<typeof watchPerson>[0]) {
  renderAt(
    '/c/a-well',
    '/c/:slug',
    <PublicLayout>
      <Contact />
    </PublicLayout>,
  )
  await screen.findByRole('banner')
  stops.push(watchPerson(shown))
  return within(screen.getByRole('banner'))
}

afterEach(() => {
  for (const stop of stops.splice(0)) stop()
  setSignedIn({ person: null })
})

const logIn = () => (document.cookie = 'uid=uid-ada; Path=/')
const logOut = () => (document.cookie = 'uid=; Path=/; Max-Age=0')

it('asks nothing for a visitor', async () => {
  const { received } = fakeApi({})
  const header = await open(page)
  expect(header.getAllByRole('link', { name: 'Log in' })).not.toHaveLength(0)
  expect(received).toEqual([])
})

it('fills in a campaign page by one request', async () => {
  logIn()
  const { received } = fakeApi({ 'GET /api/campaigns/well/own-view': own })
  const header = await open(page)
  expect(await screen.findByText('efe@example.org')).toBeVisible()
  const [toDashboard] = header.getAllByRole('link', { name: 'Dashboard' })
  expect(toDashboard).toHaveTextContent('AODashboard')
  expect(header.queryByRole('link', { name: 'Log in' })).toBeNull()
  expect(received.map(({ route }) => route)).toEqual(['GET /api/campaigns/well/own-view'])
  await expectAccessible()
})

it('asks for the session on any other page', async () => {
  logIn()
  fakeApi(adaSession)
  const header = await open(landing)
  expect(await header.findAllByRole('link', { name: 'Dashboard' })).not.toHaveLength(0)
})

it.each([
  ['the session is over', { account: null }],
  ['the request fails', refusal(404, 'not-found')],
])('stays the page of a visitor when %s', async (_, response) => {
  logIn()
  const { received } = fakeApi({ 'GET /api/session': response })
  const header = await open(landing)
  await expect.poll(() => received.length).toBe(1)
  expect(header.getAllByRole('link', { name: 'Log in' })).not.toHaveLength(0)
})

it.each(['pageshow', 'visibilitychange'])(
  'shows no person after logging out, on %s',
  async (name) => {
    logIn()
    fakeApi({ 'GET /api/campaigns/well/own-view': own })
    const header = await open(page)
    await screen.findByText('efe@example.org')
    logOut()
    const target = name === 'pageshow' ? window : document
    act(() => void target.dispatchEvent(new Event(name)))
    expect(header.getAllByRole('link', { name: 'Log in' })).not.toHaveLength(0)
    expect(screen.queryByText('efe@example.org')).toBeNull()
  },
)

it('shows another person who has logged in elsewhere', async () => {
  const { received } = fakeApi({ 'GET /api/campaigns/well/own-view': own })
  await open(page)
  logIn()
  act(() => void window.dispatchEvent(new Event('pageshow')))
  expect(await screen.findByText('efe@example.org')).toBeVisible()
  act(() => void window.dispatchEvent(new Event('pageshow')))
  expect(received.map(({ route }) => route)).toEqual(['GET /api/campaigns/well/own-view'])
})
