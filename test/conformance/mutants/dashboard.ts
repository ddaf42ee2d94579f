import type { MutantsOfFile } from './mutants-of-file.ts'

export const dashboardMutants: MutantsOfFile = {
  'web/text/overview.ts': [
    ['2.35', 'Get an overview of your account!', 'Your account'],
    ['2.36', "donors: 'Total Donors'", "donors: 'Donors'"],
  ],
  'web/text/dashboard.ts': [
    ['2.64', "Sorry, we can't find the page you're looking for.", 'Not found.'],
    ['2.64', "home: 'Go home'", "home: 'Home'"],
  ],
  'web/text/campaign-list.ts': [
    ['2.39', "create: 'Create Campaign'", "create: 'New'"],
    ['2.41', "none: 'No Campaigns Available'", "none: 'Nothing here'"],
  ],
  'web/text/layout.ts': [['2.55', "logOut: 'Log out'", "logOut: 'Leave'"]],
  'web/app/routes.tsx': [
    ['2.51', "file: 'dashboard/not-found', status: 404", "file: 'dashboard/not-found'"],
  ],
  'web/features/campaign-list/ongoing-campaigns.tsx': [
    ['2.37', 'to={campaignPath(id)}', 'to={paths.campaigns}'],
    ['2.37', '{list.total}</span>', '</span>'],
  ],
  'web/screens/dashboard/overview.data.ts': [['2.37', 'limit=3&state=open', 'limit=2&state=open']],
  'web/features/dashboard/skeletons.tsx': [
    ['2.40 2.105', "['first', 'second', 'third']", "['first', 'second']"],
  ],
  'web/screens/dashboard/campaigns.tsx': [
    ['2.39', 'to={paths.createCampaign}', 'to={paths.profile}'],
  ],
  'web/screens/dashboard/campaigns.data.ts': [
    ['2.38', 'limit: `${campaignsPerPage}`', 'limit: `6`'],
  ],
  'web/navigation/next-path.ts': [
    [
      '2.42 2.45 2.46 2.49 2.50 2.52',
      'redirectAndLeadBack(request, paths.login)',
      'redirectAndLeadBack(request, paths.signUp)',
    ],
  ],
  'web/layouts/dashboard/sidebar.tsx': [
    ['2.55', "  { path: paths.settings, name: 'settings', Icon: Settings },\n", ''],
  ],
  'web/layouts/dashboard/dashboard-layout.tsx': [
    ['2.56', 'const open = choice ?? !narrow', 'const open = choice ?? false'],
    ['2.58', 'lg:grid-cols-[300px_1fr]', 'lg:grid-cols-[280px_1fr]'],
    ['2.58', "'grid-cols-[264px_1fr]", "'grid-cols-[280px_1fr]"],
    ['2.59', 'toggle: () => setChoice(!open)', 'toggle: () => setChoice(open)'],
  ],
  'web/layouts/dashboard/use-narrow-window.ts': [
    ['2.57', 'width <= 768px', 'width <= 767px'],
    ['2.57', 'width <= 768px', 'width <= 800px'],
  ],
  'web/layouts/dashboard/top-bar.tsx': [
    ['2.60', 'navigate(-1)', 'navigate(paths.overview)'],
    ['2.61', 'to={paths.settings}', 'to={paths.profile}'],
    ['2.61', 'toInitials(firstname, lastname)', "toInitials(firstname, '')"],
  ],
  'web/features/account/session/use-sign-out.ts': [
    ['2.62', "      await browserApi.remove('/session')\n", ''],
    ['2.62', '      forgetAccount()\n', ''],
    ['2.63', 'navigate(paths.landing)', 'navigate(paths.login)'],
    ['2.63', 'toast(done.signedOut)', ''],
  ],
  'server/platform/policy/rules.ts': [
    ['2.43', 'publicRule(publishedOrOwnedOrReviewer, ', 'publicRule(owned, '],
    ['6.1', 'readOverview = rule<null>(anyone,', 'readOverview = rule<null>(user,'],
  ],
  'server/providers/content/embedded/embedded-content.ts': [
    ['2.44', 'where c.id = ${id.toLowerCase()} and', 'where c.id = ${id} and'],
  ],
}
