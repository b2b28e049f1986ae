/** Each action of a tool has its route, and each route of the City API can be reached by a tool. */
import t from 'tap';
import { allCityRoutes } from '../../gateways/city/city-routes.ts';
import { apiRequest } from '../../gateways/mcp/call-api.ts';
import { listTools } from '../../gateways/mcp/tool-list.ts';
import { tools } from '../../gateways/mcp/tools.ts';
import { RouteTable } from '../../gateways/route/route-table.ts';
import { FakeCity } from './fake-city.ts';
import { offeredParrot } from './parrot-service.ts';
import { optionsOf } from './started-gateways.ts';

const routes = allCityRoutes(optionsOf(new FakeCity(), {}, []), offeredParrot().services);

t.test('each action has its route in the City API, by its method and path', (t) => {
  const known = routes.map(({ method, path }) => `${method} ${path}`);
  const listed = new Map(listTools(routes).map((tool) => [tool.name, tool]));
  for (const { name, actions } of tools) {
    const served = listed.get(name)?.actions;
    t.same([...(served?.keys() ?? [])], Object.keys(actions), `${name} has all of its actions`);
    for (const [action, wanted] of Object.entries(actions)) {
      t.ok(known.includes(wanted), `${name} ${action}: ${wanted}`);
      const route = served?.get(action)?.route;
      t.equal(`${route?.method} ${route?.path}`, wanted);
      t.equal(route?.caller === 'resident' || route?.caller === 'public', true, `${wanted} is for residents`);
    }
  }
  t.end();
});

t.test('each route of the City API is an action, or can be asked for by city_call_api', (t) => {
  const actions = new Set(tools.flatMap((tool) => Object.values(tool.actions)));
  const table = new RouteTable(routes);
  const others = routes.filter(({ method, path }) => !actions.has(`${method} ${path}`));
  for (const { method, path } of others) {
    const asked = apiRequest({ method, path: path.replaceAll(/:\w+/g, 'a-1') });
    const found = typeof asked === 'string' ? undefined : table.find(asked.method, asked.path);
    t.equal(found?.route.path, path, `${method} ${path}`);
  }
  t.ok(others.length > 0 && actions.size > others.length / 2);
  t.end();
});
