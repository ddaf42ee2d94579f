import { failedJobs } from '#server/staff/admin/failed-work.ts'
import { undeliveredMail } from '#server/staff/admin/undelivered-mail.ts'

import type { Noun } from './verb.ts'

const toLines = (lines: string[], none: string) => lines.join('\n') || none

export const mail: Noun = {
  list: {
    words: [],
    async find(services) {
      const { undelivered, ...counts } = await undeliveredMail(services).read()
      const lines = undelivered.map(
        ({ id, state, recipient, subject, error }) =>
          `${id}  ${state}  ${recipient}  ${subject}  ${error ?? ''}`,
      )
      return {
        text: toLines(lines, 'No mail failed or waits for long.'),
        data: { ...counts, undelivered },
      }
    },
  },
  retry: {
    words: ['id'],
    async find(services, [id = '']) {
      const emails = undeliveredMail(services)
      const failed = await emails.findFailed(id)
      if (!failed) return `There is no failed mail ${id} that can be sent again.`
      return {
        text: `The mail ${id} would be sent again.`,
        async apply({ uid }) {
          await emails.retry(failed, uid)
          return `The mail ${id} is sent again.`
        },
      }
    },
  },
}

export const jobs: Noun = {
  list: {
    words: [],
    async find(services) {
      const failed = await failedJobs(services).list()
      const lines = failed.map(
        ({ id, task, attempts, nextAttemptAt, error }) =>
          `${id}  ${task}  ${attempts} attempts  ${nextAttemptAt ?? 'given up'}  ${error}`,
      )
      return { text: toLines(lines, 'No job failed.'), data: failed }
    },
  },
  retry: {
    words: ['id'],
    async find(services, [id = '']) {
      const jobs = failedJobs(services)
      const job = await jobs.find(id)
      if (!job) return `There is no failed job ${id}.`
      return {
        text: `The job ${id} (${job.task}) would run again.`,
        async apply(by) {
          await jobs.retry(job, by)
          return `The job ${id} (${job.task}) runs again.`
        },
      }
    },
  },
}
