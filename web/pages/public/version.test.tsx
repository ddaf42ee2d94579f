import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'

import type { CampaignVersion } from '#shared/campaign-version.ts'
import { wellDetail } from '#test/support/web/campaigns.ts'
import { fakeApi } from '#test/support/web/fake-api.ts'
import { renderRoutes } from '#test/support/web/render.tsx'
import { wellContent, wellVersion } from '#test/support/web/versions.ts'

import * as version from './version.tsx'

const { slug, id } = wellDetail

function open(shown: CampaignVersion) {
  fakeApi({
    [`GET /api/campaigns/by-slug/${slug}`]: { campaign: wellDetail },
    [`GET /api/campaigns/${id}/versions/${shown.number}`]: { version: shown },
  })
  return renderRoutes(`/c/${slug}/versions/${shown.number}`, [
    { path: '/c/:slug/versions/:number', ...version },
  ])
}

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
