import type { Site } from '#shared/page.ts'

export const testSite: Site = {
  origin: 'https://ajo.example',
  mode: 'live',
  supportEmail: 'support@ajo.example',
  supportHours: null,
  address: ['Ajo', 'Lagos, Nigeria'],
  year: 2026,
  isSignedIn: false,
}
