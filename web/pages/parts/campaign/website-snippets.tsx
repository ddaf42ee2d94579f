import type { CampaignDetail } from '#shared/campaign.ts'
import { badgePath, embedPath, toSnippets } from '#shared/embed.ts'

import { useSite } from '../../../api/site.tsx'
import { shareKitText } from '../../../text/share-kit.ts'

type Props = { campaign: Pick<CampaignDetail, 'slug' | 'title'> }

/** Text to copy into another website. One click selects a whole snippet, without script. */
export function WebsiteSnippets({ campaign: { slug, title } }: Props) {
  const text = shareKitText.website
  const { origin } = useSite()
  const label = text.label(title)
  const { frame, button, badgeHtml, badgeMarkdown } = toSnippets({ origin, slug, title, label })
  const snippets = [
    { name: text.frame, code: frame },
    { name: text.button, code: button },
    { name: text.badgeHtml, code: badgeHtml },
    { name: text.badgeMarkdown, code: badgeMarkdown },
  ]
  return (
    <section aria-labelledby="website" className="space-y-4">
      <h2 id="website" className="text-xl font-bold">
        {text.title}
      </h2>
      <p className="max-w-prose">{text.intro}</p>
      <p>
        <a href={embedPath(slug)} className="link inline-flex min-h-11 items-center">
          {text.open}
        </a>
      </p>
      <img
        src={badgePath(slug)}
        alt={text.badgeAlt(title)}
        height={28}
        className="h-7 max-w-full"
      />
      {snippets.map(({ name, code }) => (
        <div key={name}>
          <h3 className="font-bold">{name}</h3>
          <code className="mt-2 block rounded-card border border-line bg-card p-4 font-mono text-sm wrap-anywhere select-all">
            {code}
          </code>
        </div>
      ))}
    </section>
  )
}
