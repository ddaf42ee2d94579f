import type { MutantsOfFile } from './mutants-of-file.ts'

export const landingMutants: MutantsOfFile = {
  'web/text/landing.ts': [
    ['1.1', "tagline: 'CROWDFUNDING WORLDWIDE'", "tagline: 'CROWDFUNDING'"],
    ['1.1', "heading: 'Empower Global Causes'", "heading: 'Empower Causes'"],
    ['1.12', "title: 'Get started'", "title: 'Start'"],
    ['1.12', 'Tell your story, set your goal', 'Set your goal'],
    ['1.13', ': Ajo installs on your phone straight from the browser', ''],
    ['1.15', "disaster: 'Disaster'", "disaster: 'Emergency'"],
    ['2.1', "contact: 'Contact us'", "contact: ''"],
  ],
  'web/screens/public/landing.tsx': [['1.14', 'spotlightCount = 3', 'spotlightCount = 2']],
  'web/features/landing/category-tiles.tsx': [
    ['1.15', "  { name: 'legal', slug: 'legal', Icon: Scale },\n", ''],
  ],
  'web/features/landing/contact-block.tsx': [['1.16', 'address.length > 0', 'address.length > 9']],
  'web/layouts/public-header.tsx': [
    ['2.10', '<header className="sticky top-0 z-30', '<header className="z-30'],
    ['2.10', '#browseCampaigns`', '#browse`'],
    [
      '2.10',
      '<Link to={paths.login} onClick={onFollow} className={button}>',
      '<Link to={paths.signUp} onClick={onFollow} className={button}>',
    ],
    ['2.11', '<MobileMenu />', ''],
  ],
  'web/layouts/public-footer.tsx': [['2.12', '{text.copyright(year)}', '']],
}
