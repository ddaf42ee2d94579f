import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'

import type { CampaignVersion } from '#shared/campaign-version.ts'
import { expectAccessible } from '#test/support/web/axe.ts'
import { wellDetail } from '#test/support/web/campaigns.ts'
import { fakeApi } from '#test/support/web/fake-api.ts'
import { renderRoutes } from '#test/support/web/render.tsx'
import { wellContent, wellVersion } from '#test/support/web/versions.ts'

import * as version from './version.tsx'

const { slug, id, title } = wellDetail

function open(shown: CampaignVersion) {
  fakeApi({
    [`GET /api/campaigns/by-slug/${slug}`]: { campaign: wellDetail },
    [`GET /api/campaigns/${id}/versions/${shown.number}`]: { version: shown },
  })
  return renderRoutes(`/c/${slug}/versions/${shown.number}`, [
    { path: '/c/:slug/versions/:number', ...version },
  ])
}

it('shows an earlier version with its story, pictures and what changed', async () => {
  open(wellVersion)
  expect(await screen.findByRole('heading', { level: 1 })).toHaveTextContent(
    `Version 2 of ${title}`,
  )
  expect(
    screen.getByText('1 October 2026 at 12:05, Small correction by the organiser'),
  ).toBeVisible()
  expect(screen.getByText(/Donations go to the campaign as it is now/)).toBeVisible()
  expect(screen.getByText('Our old well has run dry.')).toBeVisible()
  expect(screen.getByText('old', { exact: false, selector: 'ins' })).toBeVisible()
  expect(screen.getByRole('img', { name: 'The dry well' })).toBeVisible()
  expect(screen.getByRole('link', { name: 'Earlier version' })).toHaveAttribute(
    'href',
    `/c/${slug}/versions/1`,
  )
  expect(screen.getByRole('link', { name: 'Later version' })).toHaveAttribute(
    'href',
    `/c/${slug}/versions/3`,
  )
  await expectAccessible()
})

it('shows the pictures before and after in the difference', async () => {
  const [image] = wellContent.images
  const images = image ? [{ ...image, alt: 'The new pump' }] : []
  open({ ...wellVersion, content: { ...wellContent, images } })
  expect(await screen.findByText('Photos before')).toBeVisible()
  expect(screen.getByText('Photos after')).toBeVisible()
  // Once in the difference, and once as the caption in the version.
  expect(screen.getAllByText('The new pump')).toHaveLength(2)
})

it('shows the first and only version without a difference', async () => {
  open({ ...wellVersion, number: 1, kind: 'approved', before: null, earlier: null, later: null })
  expect(await screen.findByText('This is the newest version.')).toBeVisible()
  expect(screen.queryByRole('heading', { name: 'What changed in this version' })).toBeNull()
  expect(screen.queryByRole('navigation', { name: 'Versions' })).toBeNull()
})
