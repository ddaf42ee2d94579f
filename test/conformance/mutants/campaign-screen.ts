import type { MutantsOfFile } from './mutants-of-file.ts'

export const campaignScreenMutants: MutantsOfFile = {
  'web/text/campaign.ts': [
    ['2.68', "noEndDate: 'No end date'", "noEndDate: 'Open end'"],
    ['2.69', "raised: 'Amount Raised'", "raised: 'Raised'"],
    ['2.70', "unknown: 'N/A'", "unknown: '–'"],
    ['2.72', "unknownEmail: 'Unknown Email'", "unknownEmail: 'None'"],
    ['2.73', "gallery: 'GALLERY'", "gallery: 'Photos'"],
    ['2.78', "expired: 'Campaign Expired'", "expired: 'Over'"],
    ['2.80', '`Expires in ${days} days`', '`${days} days left`'],
    ['2.80', "view: 'View Project'", "view: 'View'"],
  ],
  'web/features/campaign/share-buttons.tsx': [
    ['2.65', 'https://www.linkedin.com/sharing/share-offsite/?url=${url}', 'https://linkedin.com'],
    ['2.66', 'copyText(url,', 'copyText(title,'],
  ],
  'shared/toasts.ts': [['2.66', "'link copied to clipboard'", "'Copied'"]],
  'web/features/campaign/campaign-facts.tsx': [
    ['2.67', '{text.place(city, country)}', '{city}'],
    ['2.67', '{categoryName(category)}', '{null}'],
  ],
  'web/features/campaign/campaign-story.tsx': [
    ['2.69', '      <Passage title={text.impact} text={campaign.impact} />\n', ''],
  ],
  'web/features/campaign/money-facts.tsx': [
    ['2.69', '{formatNaira(goal)}', '{formatNaira(raised ?? goal)}'],
  ],
  'web/features/campaign/campaign-contact.tsx': [
    ['2.71', 'contact.name || text.unknownName', 'text.unknownName'],
    ['2.71', 'contact.phone && (', 'contact.phone === undefined && ('],
  ],
  'web/ui/pictures/gallery.tsx': [['2.73', 'images.map((', 'images.slice(1).map((']],
  'web/features/campaign/donate-link.tsx': [
    ['2.74', 'to={donatePath(id)}', 'to="/dashboard/campaigns"'],
  ],
  'web/features/owner/delete-campaign.tsx': [
    ['2.75', 'if (!campaign.canDelete) return null', 'if (campaign.canDelete) return null'],
  ],
  'web/features/campaign/campaign-card.tsx': [
    ['2.76', 'image={campaign.image}', 'image={null}'],
    ['2.76', '{campaign.description}', ''],
    ['2.78', '<Button variant="quiet" disabled className={className}>', '<Button variant="quiet">'],
    ['2.79', ' after:absolute after:inset-0', ''],
  ],
  'web/features/campaign/funding.tsx': [['2.76', '{text.goalAmount(formatNaira(goal))}', '']],
  'web/features/campaign/time-left.tsx': [
    ['2.78', 'font-semibold text-clay', 'font-semibold text-muted'],
  ],
  'shared/day.ts': [['2.77', 'Math.ceil(', 'Math.floor(']],
  'server/platform/policy/rules.ts': [
    ['1.3', 'listCampaigns = rule<null>(anyone,', 'listCampaigns = rule<null>(user,'],
  ],
  'server/money/donations/checkout.ts': [
    ['1.4 2.15', 'callback: `/donations/${accessCode}`', 'callback: `/c/${campaign.slug}`'],
    ['2.93', "callback: '/dashboard/transactions'", "callback: '/dashboard/profile'"],
  ],
  'web/app/routes.tsx': [
    ['2.16', "  { path: paths.refunds, file: 'public/refunds', cacheable: true },\n", ''],
  ],
  'web/text/donation.ts': [['2.91', "pay: 'Pay now!'", "pay: 'Pay'"]],
  'web/features/donation/donate-form.tsx': [['2.91', '{ email, ...values }', 'values']],
  'web/features/donation/start-donation.ts': [
    ['2.92', 'redirectDocument(url, {', "redirectDocument('/', {"],
  ],
  'web/text/transaction.ts': [
    ['2.47', "contributor: 'Contributor'", "contributor: 'Donor'"],
    ['2.47', 'Keep track of donations made on your campaigns!', 'Donations'],
    ['2.48', 'No active transactions', 'Nothing yet'],
  ],
}
