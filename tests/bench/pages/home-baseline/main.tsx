import { useEffect, useState } from 'react';
import { createRoot } from 'react-dom/client';

/**
 * The launcher as people write it by hand. The address tells the calls to make: `start` at once, `then` when the tiles are known.
 */
interface Application {
  menuId: string;
  name?: string;
}
interface Stats {
  data: { applications: Application[]; principal: { name?: string } | null };
}

const address = new URLSearchParams(location.search);
const headers = { authorization: `Bearer ${sessionStorage.getItem('access_token')}` };
const ask = (path: string): Promise<unknown> => fetch(path, { headers }).then((answer) => answer.json());
const started = address.getAll('start').map((path) => ({ path, answer: ask(path) }));

function Home() {
  const [stats, setStats] = useState<Stats>();
  const [counts, setCounts] = useState<string[]>([]);
  useEffect(() => {
    const answers = Promise.all(started.map((call) => call.answer));
    void answers.then((all) => setStats(all[started.findIndex((call) => call.path.includes('/stats'))] as Stats));
  }, []);
  useEffect(() => {
    if (stats) void Promise.all(address.getAll('then').map(ask)).then((all) => setCounts(all.map((count) => JSON.stringify(count))));
  }, [stats]);
  if (!stats) return null;
  return (
    <main>
      <h1>Welcome, {stats.data.principal?.name}</h1>
      <ul>
        {stats.data.applications.map((application) => (
          <li key={application.menuId} data-tile>
            <button type="button">{application.name ?? application.menuId}</button>
          </li>
        ))}
      </ul>
      <p>{counts.length} counts</p>
    </main>
  );
}

const root = document.getElementById('root');
if (!root) throw new Error('No #root');
createRoot(root).render(<Home />);
