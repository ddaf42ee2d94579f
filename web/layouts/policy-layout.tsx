import type { ReactNode } from 'react'

import type { Policy } from '../policies/policy.ts'
import { useSite } from '../api/site.tsx'
import { formatDay } from '../text/day.ts'
import { language } from '../text/language.ts'
import { policyText } from '../text/policy.ts'
import { PageHead } from '../ui/page-head.tsx'
import { PublicLayout } from './public-layout.tsx'

type PolicyLayoutProps = { policy: Policy; path: string; children?: ReactNode }

/** A policy with its version, sections and contact. */
export function PolicyLayout({ policy, path, children }: PolicyLayoutProps) {
  const text = policyText
  const { supportEmail } = useSite()
  return (
    <PublicLayout>
      <PageHead title={policy.title} description={policy.summary} path={path} />
      <article className="wrap max-w-[46rem] py-10 max-lg:ml-0 lg:py-16">
        {text.inEnglish && (
          <p className="mb-8 rounded-card bg-mint p-5 text-on-mint">{text.inEnglish}</p>
        )}
        <div lang="en">
          <h1 className="text-3xl font-extrabold">{policy.title}</h1>
          <p className="mt-3 text-lg text-muted">{policy.summary}</p>
          <p lang={language.code} className="mt-3 text-sm text-muted">
            {text.version(policy.version, formatDay(policy.since))}
          </p>
          {policy.sections.map(({ title, paragraphs }) => (
            <section key={title} className="mt-9">
              <h2 className="text-xl font-bold">{title}</h2>
              {paragraphs.map((paragraph) => (
                <p key={paragraph} className="mt-3">
                  {paragraph}
                </p>
              ))}
            </section>
          ))}
        </div>
        {children}
        <p className="mt-10 rounded-card bg-mint p-5 text-on-mint wrap-anywhere">
          {text.contact}{' '}
          <a href={`mailto:${supportEmail}`} className="font-semibold underline underline-offset-4">
            {supportEmail}
          </a>
        </p>
      </article>
    </PublicLayout>
  )
}
