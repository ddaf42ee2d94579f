import type { ReactNode } from 'react'

import type { PolicyValues } from '#shared/policy.ts'
import { useLoaderData } from '#web/router/navigate.tsx'

import type { Policy, PolicySection } from './policy.ts'
import { useSite } from '../../../api/site.tsx'
import { formatDay } from '../../../format/day.ts'
import { language } from '../../../text/language.ts'
import { policyText as text } from '../../../text/policy.ts'
import { PageHead } from '../../../ui/page-head.tsx'
import { PublicLayout } from '#web/layouts/public-layout.tsx'

type PolicyLayoutProps = { policy: Policy; path: string; children?: ReactNode }

/** A policy with its version, sections and contact. */
export function PolicyLayout({ policy, path, children }: PolicyLayoutProps) {
  const { supportEmail } = useSite()
  const values = useLoaderData<PolicyValues>()
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
            {text.version({ version: policy.version, day: formatDay(policy.since) })}
          </p>
          {policy.toSections(values).map((section) => (
            <Section key={section.title} {...section} />
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

function Section({ title, paragraphs, rows = [] }: PolicySection) {
  return (
    <section className="mt-9">
      <h2 className="text-xl font-bold">{title}</h2>
      {paragraphs.map((paragraph) => (
        <p key={paragraph} className="mt-3 wrap-anywhere">
          {paragraph}
        </p>
      ))}
      {rows.length > 0 && (
        <dl className="mt-3 grid gap-3">
          {rows.map(({ name, text }) => (
            <div key={name}>
              <dt className="font-semibold wrap-anywhere">{name}</dt>
              <dd className="text-muted">{text}</dd>
            </div>
          ))}
        </dl>
      )}
    </section>
  )
}
