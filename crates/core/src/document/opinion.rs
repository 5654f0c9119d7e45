//! Comparing what two texts mean, apart from our entry.

use serde_json::Value;

use super::Container;

/// Takes every entry called `name` out of the container and hands the last one back.
pub(super) fn take(meaning: &mut Value, container: &Container, name: &str) -> Option<Value> {
    match (reach(meaning, path(container))?, container) {
        (Value::Object(map), Container::Map { .. } | Container::Block { .. }) => map.shift_remove(name),
        (Value::Array(list), Container::List { name_key, .. }) => {
            let named = |item: &Value| item.get(name_key).and_then(Value::as_str) == Some(name);
            let found = list.iter().rev().find(|item| named(item)).cloned();
            list.retain(|item| !named(item));
            found
        }
        _ => None,
    }
}

/// Removes the containers on the path that hold nothing, innermost first, so that
/// a missing, an empty and a null container compare equal.
pub(super) fn prune(meaning: &mut Value, container: &Container) {
    let path = path(container);
    for depth in (1..=path.len()).rev() {
        let Some(Value::Object(parent)) = reach(meaning, &path[..depth - 1]) else { continue };
        if parent.get(&path[depth - 1]).is_some_and(is_hollow) {
            parent.shift_remove(&path[depth - 1]);
        }
    }
    if is_hollow(meaning) {
        *meaning = Value::Object(serde_json::Map::new());
    }
}

fn path(container: &Container) -> &[String] {
    match container {
        Container::Map { path } | Container::List { path, .. } => path,
        Container::Block { .. } => &[],
    }
}

fn reach<'v>(mut value: &'v mut Value, path: &[String]) -> Option<&'v mut Value> {
    for key in path {
        value = value.get_mut(key)?;
    }
    Some(value)
}

fn is_hollow(value: &Value) -> bool {
    match value {
        Value::Null => true,
        Value::Object(map) => map.is_empty(),
        Value::Array(list) => list.is_empty(),
        Value::Bool(_) | Value::Number(_) | Value::String(_) => false,
    }
}
