/**
 * Everything that goes wrong in the pages of a browser context: what scripts throw, what the console says as an error, requests that fail
 * or are refused, and whatever the Content-Security-Policy forbade. A test fails when there was any that it did not foresee.
 */
import type { BrowserContext, ConsoleMessage, Request, Response } from 'playwright-core';

/** Reports what the policy has refused; runs before every script of a page. */
const reportViolations = `document.addEventListener('securitypolicyviolation', (event) =>
  __fault('policy: ' + event.effectiveDirective + ' refused ' + event.blockedURI + ' ' + event.sample));`;

/** What a page that has lost its city says, and what a city answers that is not ready again. */
const ofLoss = /^(console|request): .*(WebSocket|net::ERR_)|^answer: 503 GET /;

export class Faults {
  readonly #all: string[] = [];
  readonly #foreseen: RegExp[] = [];
  /** Requests that a page has made while the city was away: their answer may be heard when it is back. */
  readonly #madeWhileAway = new WeakSet<Request>();
  #isCityAway = false;

  /** Listens to the pages of a context, before any is opened. */
  async watch(context: BrowserContext): Promise<void> {
    await context.exposeBinding('__fault', (_, said: unknown) => this.#add(String(said)));
    await context.exposeBinding('hit', (_, payload: unknown) => this.#add(`payload ${String(payload)} has run`));
    await context.addInitScript(reportViolations);
    context.on('console', (message) => this.#console(message));
    context.on('weberror', (error) => this.#add(`script: ${error.error().message}`));
    context.on('dialog', (dialog) => {
      this.#add(`dialog: ${dialog.message()}`);
      void dialog.dismiss();
    });
    context.on('request', (request) => {
      if (this.#isCityAway) this.#madeWhileAway.add(request);
    });
    context.on('requestfailed', (request) => this.#failed(request));
    context.on('response', (response) => this.#response(response));
  }

  /** What this test brings about on purpose. */
  foresee(fault: RegExp): void {
    this.#foreseen.push(fault);
  }

  /** The city is taken away in `happening`: connections that fail meanwhile are no fault. */
  async whileCityIsAway(happening: () => Promise<void>): Promise<void> {
    this.#isCityAway = true;
    await happening();
    this.#isCityAway = false;
  }

  get all(): readonly string[] {
    return this.#all;
  }

  #console(message: ConsoleMessage): void {
    if (message.type() !== 'error' && message.type() !== 'warning') return;
    // The response of a refused request is a fault already.
    if (message.text().startsWith('Failed to load resource: the server responded')) return;
    // Of software rendering, when pixels are read.
    if (message.text().includes('GPU stall due to ReadPixels')) return;
    this.#add(`console: ${message.text()} ${message.location().url}`);
  }

  #failed(request: Request): void {
    const why = request.failure()?.errorText ?? '';
    // A page that is left stops asking.
    if (why !== 'net::ERR_ABORTED') this.#add(`request: ${request.method()} ${request.url()} ${why}`, request);
  }

  #response(response: Response): void {
    // On a full machine a look may be told to come again; what never comes is missed by whoever waits for it.
    const isForLater = response.status() === 503 && 'retry-after' in response.headers();
    if (response.status() >= 400 && !(isForLater && response.request().method() === 'GET'))
      this.#add(`answer: ${response.status()} ${response.request().method()} ${response.url()}`, response.request());
  }

  #add(fault: string, request?: Request): void {
    const isOfAway = this.#isCityAway || (request !== undefined && this.#madeWhileAway.has(request));
    if (isOfAway && ofLoss.test(fault)) return;
    if (!this.#foreseen.some((foreseen) => foreseen.test(fault))) this.#all.push(fault);
  }
}
