import { isJsonObject } from '../../../domain/shared/json.js';
import { escapeHtml } from '../../../application/shared/escape-html.js';
import {
  CHANGES_IN_STATE,
  type InspectedJob,
  type InspectedSchedule,
  type JobChange,
} from '../../../application/shared/job-operations.js';

/**
 * The path of the queue dashboard. Our pages of single jobs and of schedules have the addresses of the dashboard's own
 * pages, which they replace.
 */
export const JOBS_PATH = '/ops/jobs';

/** Text that is already HTML. {@link html} inserts it without escaping it. */
class Html {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

type Piece = Html | string | number | null | readonly Html[];

/** A template tag that returns HTML and escapes the inserted values, except instances of {@link Html}. */
function html(parts: TemplateStringsArray, ...values: readonly Piece[]): Html {
  return new Html(parts.reduce((text, part, i) => text + render(values[i - 1] ?? null) + part));
}

function render(value: Piece): string {
  if (value === null) return '';
  if (value instanceof Html) return value.text;
  return typeof value === 'object' ? value.map(render).join('') : escapeHtml(String(value));
}

export const queueAddress = (queue: string) => `${JOBS_PATH}/queues/${encodeURIComponent(queue)}`;
export const jobAddress = (queue: string, id: string) =>
  `${queueAddress(queue)}/jobs/${encodeURIComponent(id)}`;
export const SCHEDULES_ADDRESS = `${JOBS_PATH}/schedules`;

const BUTTONS: Record<JobChange, { readonly text: string; readonly explanation: string }> = {
  retry: { text: 'Retry', explanation: 'The job starts once more, with the same data.' },
  cancel: {
    text: 'Cancel',
    explanation: 'The job does not start again. An attempt that is running is not interrupted.',
  },
  resume: { text: 'Resume', explanation: 'The job waits to be started again.' },
};

/**
 * Returns the page of one job. `notice` reports the result of the operator's last action; null means that there
 * was none.
 */
export function jobPage(job: InspectedJob, notice: string | null): string {
  const { queue, id, state, attempts } = job;
  const rows: readonly (readonly [string, Html])[] = [
    ['State', html`<strong class="state ${state}">${state}</strong>`],
    ['Queue', html`<a href="${queueAddress(queue)}">${queue}</a>`],
    ['Id', html`<code>${id}</code>`],
    ['Attempts', html`${attempts.made} of at most ${attempts.most}`],
    ['Created', time(job.createdAt)],
    ['Starts after', time(job.startAfter)],
    ['Started', time(job.startedAt)],
    ['Last heartbeat', time(job.heartbeatAt)],
    ['Ended', time(job.completedAt)],
  ];
  return page(
    `Job of ${queue}`,
    notice,
    html`<dl>
        ${rows.map(
          ([name, value]) =>
            html`<div>
              <dt>${name}</dt>
              <dd>${value}</dd>
            </div>`,
        )}
      </dl>
      ${CHANGES_IN_STATE[state].map(
        (change) =>
          html`<form method="post" action="${jobAddress(queue, id)}/${change}">
            <button>${BUTTONS[change].text}</button>
            <span>${BUTTONS[change].explanation}</span>
          </form>`,
      )}
      <h2>Data</h2>
      ${json(job.data)}
      <h2>Output of the last attempt</h2>
      ${output(job.output)}`,
  );
}

/** Returns the page of all schedules. `notice` has the same meaning as for {@link jobPage}. */
export function schedulesPage(schedules: readonly InspectedSchedule[], notice: string | null): string {
  if (schedules.length === 0)
    return page(
      'Schedules',
      notice,
      html`<p>There are no schedules. A worker writes them when it first starts.</p>`,
    );
  return page(
    'Schedules',
    notice,
    html`<p>
        Each schedule adds a job to its queue. “Run now” adds one more job. The schedule does not change.
      </p>
      <div class="scroll">
        <table>
          <thead>
            <tr>
              <th>Queue</th>
              <th>Action</th>
              <th>Cron</th>
              <th>Time zone</th>
              <th>Last job</th>
            </tr>
          </thead>
          <tbody>
            ${schedules.map(
              ({ queue, cron, timeZone, lastJobId }) =>
                html`<tr>
                  <td><a href="${queueAddress(queue)}">${queue}</a></td>
                  <td>
                    <form method="post" action="${SCHEDULES_ADDRESS}/${encodeURIComponent(queue)}/run">
                      <button aria-label="Run ${queue} now">Run now</button>
                    </form>
                  </td>
                  <td><code>${cron}</code></td>
                  <td>${timeZone}</td>
                  <td>
                    ${lastJobId === null ? '–' : html`<a href="${jobAddress(queue, lastJobId)}">last job</a>`}
                  </td>
                </tr>`,
            )}
          </tbody>
        </table>
      </div>`,
  );
}

/** Returns a page with one message, for example that a job does not exist. */
export function messagePage(title: string, text: string): string {
  return page(title, null, html`<p>${text}</p>`);
}

const time = (at: number | null) => {
  if (at === null) return html`–`;
  const text = new Date(at).toISOString();
  return html`<time datetime="${text}">${text.slice(0, 19).replace('T', ' ')} UTC</time>`;
};

/** Shows an error with its message and stack, and any other value as JSON. */
function output(value: unknown): Html {
  if (!isJsonObject(value) || typeof value['message'] !== 'string') return json(value);
  const { message, stack, ...rest } = value;
  return html`<p>${message}</p>
    ${typeof stack === 'string' ? html`<pre tabindex="0">${stack}</pre>` : null}
    ${Object.keys(rest).length === 0 ? null : json(rest)}`;
}

const json = (value: unknown) =>
  value === null ? html`<p>None.</p>` : html`<pre tabindex="0">${JSON.stringify(value, null, 2)}</pre>`;

function page(title: string, notice: string | null, content: Html): string {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title}</title>
        <style>
          ${new Html(STYLE)}
        </style>
      </head>
      <body>
        <nav aria-label="Jobs">
          <a href="${JOBS_PATH}">Queues</a> <a href="${JOBS_PATH}/jobs">Jobs</a>
          <a href="${SCHEDULES_ADDRESS}">Schedules</a>
        </nav>
        <main>
          <h1>${title}</h1>
          ${notice === null ? null : html`<p role="status">${notice}</p>`} ${content}
        </main>
      </body>
    </html>`.text;
}

const STYLE = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif;
  --line: light-dark(#d4d4d8, #3f3f46); --soft: light-dark(#f4f4f5, #27272a); --accent: light-dark(#1d4ed8, #93c5fd); }
body { margin: 0 auto; max-width: 60rem; padding: 1rem; }
nav { display: flex; gap: 1rem; border-bottom: 1px solid var(--line); padding-bottom: .75rem; }
a { color: var(--accent); }
h1 { font-size: 1.5rem; overflow-wrap: anywhere; } h2 { font-size: 1.1rem; margin-top: 2rem; }
dl > div { display: flex; flex-wrap: wrap; gap: 0 1rem; padding: .35rem 0; border-bottom: 1px solid var(--line); }
dt { flex: 0 0 8rem; } dd { margin: 0; overflow-wrap: anywhere; }
pre { background: var(--soft); padding: 1rem; border-radius: .5rem; overflow-x: auto; }
[role=status] { background: var(--soft); padding: .75rem 1rem; border-radius: .5rem; }
button { font: inherit; min-height: 2.75rem; padding: 0 1rem; border: 1px solid var(--line); border-radius: .5rem;
  background: var(--soft); color: inherit; cursor: pointer; }
form { display: flex; flex-wrap: wrap; align-items: center; gap: .25rem 1rem; margin: .5rem 0; }
.scroll { overflow-x: auto; } table { border-collapse: collapse; width: 100%; }
th, td { text-align: start; padding: .25rem 1rem .25rem 0; border-bottom: 1px solid var(--line); white-space: nowrap; }
.state.failed { color: light-dark(#b91c1c, #fca5a5); } .state.completed { color: light-dark(#15803d, #86efac); }
`;
