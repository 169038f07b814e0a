(function () {
  'use strict';
  var stamp = document.body.getAttribute('data-stamp');
  var link = document.getElementById('link');

  function swap(page, id) {
    var old = document.getElementById(id);
    var fresh = page.getElementById(id);
    var focused = old.contains(document.activeElement) ? document.activeElement.id : '';
    var opened = old.querySelector('details[open]');
    if (opened && fresh.querySelector('details')) {
      fresh.querySelector('details').open = true;
    }
    old.replaceWith(document.adoptNode(fresh));
    var again = focused && document.getElementById(focused);
    if (again) {
      again.focus({ preventScroll: true });
    }
  }

  async function look() {
    try {
      var answer = await fetch('/evenkeel/status.json', { cache: 'no-store' });
      var status = await answer.json();
      if (status.stamp !== stamp) {
        var text = await (await fetch('/evenkeel', { cache: 'no-store' })).text();
        var page = new DOMParser().parseFromString(text, 'text/html');
        swap(page, 'jobs');
        swap(page, 'health');
        stamp = page.body.getAttribute('data-stamp');
      }
      link.textContent = '';
    } catch (e) {
      link.textContent = 'The JobTracker does not answer; trying again.';
    }
    setTimeout(look, 2000);
  }

  setTimeout(look, 2000);
})();
