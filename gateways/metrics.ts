/**
 * Metrics for the operator, in a registry of their own. Requests are counted in plain maps as they end and read at each scrape: a labelled
 * counter of the library costs more than all checks of a request together.
 */
import { Counter, Gauge, Registry } from 'prom-client';
import type { Minds, MindsAbout } from './minds-status.ts';
import type { HttpServer } from './transport/http.ts';

/** The registry behind `/metrics` of the gateway `name`. */
export function gatewayMetrics(name: string, server: HttpServer, sockets: () => number): Registry {
  const registry = new Registry();
  registry.setDefaultLabels({ gateway: name });
  const counted = new Map<number, number>();
  new Counter({
    name: 'civitas_http_answers_total',
    help: 'Answers by HTTP status; 0 stands for callers that went away before theirs.',
    labelNames: ['status'],
    registers: [registry],
    collect() {
      for (const [status, count] of server.answers.entries()) {
        if (count === 0) continue;
        this.inc({ status: String(status) }, count - (counted.get(status) ?? 0));
        counted.set(status, count);
      }
    },
  });
  new Gauge({
    name: 'civitas_http_open_requests',
    help: 'Requests that wait for their answer.',
    registers: [registry],
    collect() {
      this.set(server.open);
    },
  });
  new Gauge({
    name: 'civitas_sockets',
    help: 'Open WebSockets.',
    registers: [registry],
    collect() {
      this.set(sockets());
    },
  });
  new Gauge({
    name: 'civitas_process_memory_bytes',
    help: 'Resident memory of the process.',
    registers: [registry],
    collect() {
      this.set(process.memoryUsage.rss());
    },
  });
  return registry;
}

/** The minds that live in the city; 0 where there are none. */
export function mindsMetrics(registry: Registry, minds: Minds): void {
  const gauge = (name: string, help: string, count: (about: MindsAbout) => number) =>
    new Gauge({
      name: `civitas_minds_${name}`,
      help,
      registers: [registry],
      collect() {
        this.set(minds.about === null ? 0 : count(minds.about));
      },
    });
  gauge('living', 'Residents who are lived by minds of the city.', ({ living }) => living);
  gauge('idle', 'Residents who are lived by minds that do nothing.', ({ idle }) => idle);
  gauge('waiting', 'Residents who wait for a mind.', ({ waiting }) => waiting);
  gauge('starts', 'Processes of minds that were started.', ({ starts }) => starts);
}
